import { Component, type ReactNode } from "react";
import { CrashedPage } from "./failed-page.tsx";

interface Props {
  readonly children: ReactNode;
}

/** Shows an error page for errors outside of the routes. */
export class RootBoundary extends Component<Props, { readonly failure: { readonly error: unknown } | null }> {
  override state = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const failure: { readonly error: unknown } | null = this.state.failure;
    if (failure === null) return this.props.children;
    return (
      <main className="error-page-frame">
        <CrashedPage error={(failure as { readonly error: unknown }).error} onRetry={null} />
      </main>
    );
  }
}
