import { Component, type ReactNode } from "react";
import { CrashedPage } from "./failed-page.tsx";

interface Props {
  readonly children: ReactNode;
}

/** Around everything: shows a page of the console where something fails outside of its pages. */
export class RootBoundary extends Component<Props, { readonly failure: { readonly error: unknown } | null }> {
  override state = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const failure: { readonly error: unknown } | null = this.state.failure;
    if (failure === null) return this.props.children;
    return (
      <main className="trouble-frame">
        <CrashedPage error={(failure as { readonly error: unknown }).error} onRetry={null} />
      </main>
    );
  }
}
