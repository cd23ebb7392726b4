import { Component, type ReactNode } from "react";

interface CardBoundaryProps {
  readonly children: ReactNode;
  /** Rendered after the children have thrown `error`; calling `retry` renders the children again. */
  readonly fallback: (retry: () => void, error: unknown) => ReactNode;
  /** Called with the thrown value. */
  readonly onError: ((error: unknown) => void) | undefined;
}

interface CardBoundaryState {
  /** What the children have thrown, which may be null. */
  readonly thrown: { readonly error: unknown } | null;
}

/** The error boundary of one card. A class, because React has no hook for error boundaries. */
export class CardBoundary extends Component<CardBoundaryProps, CardBoundaryState> {
  override state: CardBoundaryState = { thrown: null };

  static getDerivedStateFromError(error: unknown): CardBoundaryState {
    return { thrown: { error } };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  readonly #retry = () => this.setState({ thrown: null });

  override render(): ReactNode {
    const { thrown } = this.state;
    return thrown ? this.props.fallback(this.#retry, thrown.error) : this.props.children;
  }
}
