import { Link, useLocation } from "react-router";
import { Page } from "../components/page.tsx";

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
