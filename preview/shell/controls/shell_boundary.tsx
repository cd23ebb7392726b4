import { Component, type ReactNode } from "react";
import { ErrorReport } from "./error_report.tsx";

interface ShellBoundaryProps {
  readonly children: ReactNode;
  /** The name of the part, as the beginning of a sentence. */
  readonly part: string;
  /** Called by "Try again". @default renders the children again */
  readonly onRetry?: () => void;
}

/** An error boundary: an error in one part of the shell does not affect the rest of the page. */
export class ShellBoundary extends Component<ShellBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error("null was thrown") };
  }

  readonly #retry = () => this.props.onRetry ? this.props.onRetry() : this.setState({ error: null });

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <section className="shell-failed" aria-label={this.props.part}>
        <p>{this.props.part} could not be shown.</p>
        <ErrorReport error={error} />
        <button type="button" className="shell-button" onClick={this.#retry}>Try again</button>
      </section>
    );
  }
}
