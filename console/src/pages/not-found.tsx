import { Link, useLocation } from "react-router";
import { Page } from "../components/page.tsx";

export function NotFound() {
  return (
    <Page title="There is no such page">
      <p>
        The console has nothing at <code>{useLocation().pathname}</code>. It may be mistyped.
      </p>
      <p>
        <Link to="/">See the counts now</Link>
      </p>
    </Page>
  );
}
