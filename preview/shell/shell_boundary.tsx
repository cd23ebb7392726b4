import { Component, type ReactNode } from "react";
import { ErrorReport } from "./card/error_report.tsx";

/** What a boundary is given. */
export interface ShellBoundaryProps {
  readonly children: ReactNode;
  /** What it holds, as the beginning of a sentence. */
  readonly part: string;
  /** What trying again means. @default rendering it once more */
  readonly onRetry?: () => void;
}

/** Keeps what a part of the shell throws within that part: the rest of the page stays. */
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
      <section className="shell-panel" aria-label={this.props.part}>
        <p>{this.props.part} could not be shown.</p>
        <ErrorReport error={error} />
        <button type="button" className="shell-button" onClick={this.#retry}>Try again</button>
      </section>
    );
  }
}
