import { Suspense } from "react";
import { Link, NavLink, Outlet } from "react-router";
import { Button } from "./components/button.tsx";
import { Page } from "./components/page.tsx";
import { Empty, Loading } from "./components/states.tsx";
import { ConnectionNote, StaleNote, UpgradeNote } from "./connection/connection-note.tsx";
import { useLiveStatus } from "./live/live-provider.tsx";
import { useMay, useSession } from "./session.tsx";
import { SettingsButton, usePreferencesKey } from "./settings.tsx";

/** The frame around all pages except displays: navigation, live status, settings and sign-out. */
export function Shell() {
  const mayUseSql = useMay("sql");
  const mayRead = useMay("read");
  const preferencesKey = usePreferencesKey();
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="shell-header">
        <NavLink className="brand" to="/" aria-label="Headcount, now">
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span>Headcount</span>
        </NavLink>
        <nav className="shell-nav" aria-label="Pages">
          {mayRead && (
            <>
              <NavLink to="/" end>
                Now
              </NavLink>
              <NavLink to="/week">Week</NavLink>
              <NavLink to="/ranking">Ranking</NavLink>
              <NavLink to="/set-up">Set-up</NavLink>
            </>
          )}
          {mayUseSql && <NavLink to="/sql">SQL</NavLink>}
        </nav>
        <div className="row shell-tools">
          <LiveIndicator />
          <SettingsButton />
          <Account />
        </div>
      </header>
      <ConnectionNote />
      <StaleNote />
      <UpgradeNote />
      <main id="content" className="shell-content" tabIndex={-1}>
        <Suspense key={preferencesKey} fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}

const LIVE_LABELS = {
  live: ["Live", "band-busy"],
  connecting: ["Connecting…", ""],
  lost: ["Reconnecting…", "band-over"],
} as const;

function LiveIndicator() {
  const [label, className] = LIVE_LABELS[useLiveStatus()];
  if (!useMay("read")) return null;
  return (
    <span className={`small soft status ${className}`} role="status">
      {label}
    </span>
  );
}

function Account() {
  const { name, signOut } = useSession();
  return (
    <Button look="quiet" onClick={signOut} title={`Signed in as ${name}`}>
      Sign out
    </Button>
  );
}

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
