import type { ReactNode } from "react";
import { useTitle } from "../components/page.tsx";
import "./error-page.css";

/** Replaces a page that cannot be shown. */
export function ErrorPage(props: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, actions, children } = props;
  useTitle(title);
  return (
    <section className="error-page" role="alert">
      <img src="/favicon.svg" alt="" width="48" height="48" />
      <h1>{title}</h1>
      {children}
      {actions !== undefined && <div className="error-page-actions">{actions}</div>}
    </section>
  );
}
