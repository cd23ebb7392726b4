import { Component, type ReactNode } from "react";

interface CardBoundaryProps {
  readonly children: ReactNode;
  /** Rendered after the children have thrown; calling `retry` renders the children again. */
  readonly fallback: (retry: () => void) => ReactNode;
  /** Called with the thrown value. */
  readonly onError: ((error: unknown) => void) | undefined;
}

/** The error boundary of one card. A class, because React has no hook for error boundaries. */
export class CardBoundary extends Component<CardBoundaryProps, { failed: boolean }> {
  override state: { failed: boolean } = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  readonly #retry = () => this.setState({ failed: false });

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.#retry) : this.props.children;
  }
}
