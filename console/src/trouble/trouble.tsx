import type { ReactNode } from "react";
import { useTitle } from "../components/page.tsx";
import "./trouble.css";

/** In the place of a page that cannot be shown: what happened, and what happens next. */
export function Trouble(props: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const { title, actions, children } = props;
  useTitle(title);
  return (
    <section className="trouble" role="alert">
      <img src="/favicon.svg" alt="" width="48" height="48" />
      <h1>{title}</h1>
      {children}
      {actions !== undefined && <div className="trouble-actions">{actions}</div>}
    </section>
  );
}
