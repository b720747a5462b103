import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";

/** The breakpoint at which the styles change to those for phones. */
const narrow = () => matchMedia("(max-width: 48rem)");

/** Whether the page has the width of a phone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches);
}

function subscribe(listener: () => void): () => void {
  const query = narrow();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** A page with its title, a lead, tools and content. */
export function Page(props: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, lead, tools, children } = props;
  useTitle(title);
  return (
    <div className="stack gap-6">
      <div className="row end between gap-4">
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <p className="soft">{lead}</p>}
        </div>
        {tools !== undefined && <div className="row end page-tools">{tools}</div>}
      </div>
      {children}
    </div>
  );
}

/** Sets the title of the document. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Headcount`;
  }, [title]);
}

export function NotFound() {
  return (
    <Page title="Page not found">
      <p>
        The console has no page at <code>{useLocation().pathname}</code>.
      </p>
      <p>
        <Link to="/">Go to the current counts</Link>
      </p>
    </Page>
  );
}
