import { Link, Outlet } from "react-router";
import { Page } from "../components/page.tsx";
import { Empty } from "../components/states.tsx";
import { useMay, useSession } from "../session.tsx";

/** Renders a page only if the token has the scope read. */
export function RequireRead() {
  const { name, scopes } = useSession();
  const mayRead = useMay("read");
  const maySql = useMay("sql");
  if (mayRead) return <Outlet />;
  return (
    <Page title="Missing scope">
      <Empty title="This token cannot read counts">
        <p>
          The token {name} has the scope {scopes.join(", ")}. Counts require the scope <code>read</code>.
        </p>
        {maySql && (
          <p>
            <Link to="/sql">Run SQL queries</Link>
          </p>
        )}
      </Empty>
    </Page>
  );
}
