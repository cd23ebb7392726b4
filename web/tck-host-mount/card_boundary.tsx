import { Component, type ReactNode } from "react";

/** What a card's error boundary is given. */
export interface CardBoundaryProps {
  readonly children: ReactNode;
  /** What to show once the children have thrown; calling `retry` renders them anew. */
  readonly fallback: (retry: () => void) => ReactNode;
  /** Hears what was thrown. */
  readonly onError: ((error: unknown) => void) | undefined;
}

/** Keeps what a widget throws while it renders within its card. React has error boundaries for classes alone. */
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
