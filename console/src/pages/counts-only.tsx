import { Link, Outlet } from "react-router";
import { Page } from "../components/page.tsx";
import { Empty } from "../components/states.tsx";
import { useMay, useSession } from "../session.tsx";

/** The pages for tokens that may see counts; for others, what their token is for. */
export function CountsOnly() {
  const { name, scopes } = useSession();
  const mayRead = useMay("read");
  const maySql = useMay("sql");
  if (mayRead) return <Outlet />;
  return (
    <Page title="Not with this token">
      <Empty title="This token may not see counts">
        <p>
          The token {name} has the scope {scopes.join(", ")}. To look at counts it needs <code>read</code>.
        </p>
        {maySql && (
          <p>
            <Link to="/sql">Ask in SQL</Link>
          </p>
        )}
      </Empty>
    </Page>
  );
}
