import { Link } from "react-router";
import { Page } from "../components/page.tsx";

export function NotFound() {
  return (
    <Page title="Nothing here">
      <p>
        This address shows nothing. <Link to="/">See the counts now</Link>.
      </p>
    </Page>
  );
}
