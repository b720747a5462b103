import { useQuery } from "@tanstack/react-query";
import { Suspense, useState, useSyncExternalStore } from "react";
import { Link, Navigate, NavLink, Outlet } from "react-router";
import { Button, DialogButton, Icon } from "./components/button.tsx";
import { Dialog } from "./components/dialog.tsx";
import { SelectField } from "./components/form/fields.tsx";
import { Page } from "./components/page.tsx";
import { Empty, Loading } from "./components/states.tsx";
import { ConnectionNote, StaleNote, UpgradeNote } from "./connection/connection-note.tsx";
import { useLiveStatus } from "./live/live-provider.tsx";
import {
  CLOCKS,
  choosePreferences,
  conventions,
  FIRST_DAYS,
  firstDayOf,
  hasTwelveHours,
  onPreferences,
  type Preferences,
  preferences,
  storedTheme,
  storeTheme,
  THEMES,
  type Theme,
  weekdayName,
} from "./preferences.ts";
import { useMay, useSession } from "./session.tsx";

/** The frame around all pages except displays: navigation, live status, settings and sign-out. */
export function Shell() {
  const mayUseSql = useMay("sql");
  const mayRead = useMay("read");
  const { clock, firstDay } = useSyncExternalStore(onPreferences, preferences);
  const { name, signOut } = useSession();
  const [live, band] = LIVE_LABELS[useLiveStatus()];
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
        <div className="row push">
          {mayRead && (
            <span className={`small soft status ${band}`} role="status">
              {live}
            </span>
          )}
          <DialogButton
            look="quiet"
            aria-label="Settings"
            title="Settings"
            dialog={(onClose) => <SettingsDialog onClose={onClose} />}
          >
            <Icon path={SLIDERS_ICON} />
          </DialogButton>
          <Button look="quiet" onClick={signOut} title={`Signed in as ${name}`}>
            Sign out
          </Button>
        </div>
      </header>
      <ConnectionNote />
      <StaleNote />
      <UpgradeNote />
      <main id="content" className="shell-content" tabIndex={-1}>
        {/* Pages render again when the settings change. */}
        <Suspense key={`${clock} ${firstDay}`} fallback={<Loading />}>
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

/** Renders a page only if the token has the scope read; with the scope display, opens the display instead. */
export function RequireRead() {
  const { name, scopes, spaceId } = useSession();
  const mayRead = useMay("read");
  const maySql = useMay("sql");
  if (mayRead) return <Outlet />;
  if (spaceId !== null) return <Navigate to={`/display/${spaceId}`} replace />;
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

interface Readiness {
  readonly time_zone_data: string;
  readonly warnings?: readonly string[];
}

/** The server's time zone data and warnings. */
function About() {
  const { data } = useQuery({
    queryKey: ["readyz"],
    queryFn: async (): Promise<Readiness> => (await fetch("/readyz", { cache: "no-store" })).json(),
  });
  if (data === undefined) return null;
  return (
    <section aria-label="About" className="small soft">
      <p>Time zone data of the server: {data.time_zone_data}</p>
      {data.warnings?.map((warning) => (
        <p key={warning} className="error-note">
          {warning}
        </p>
      ))}
    </section>
  );
}

const SLIDERS_ICON = "M2 4.5h6m4 0h2M2 11.5h2m4 0h6M10 2.5v4M6 9.5v4";

const THEME_LABELS = { auto: "System", light: "Light", dark: "Dark" } as const;

/** The settings: colours, clock and first day of the week. Each change applies at once. */
function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const chosen = useSyncExternalStore(onPreferences, preferences);
  const { locale } = conventions();
  const choose = (changed: Partial<Preferences>) => choosePreferences({ ...chosen, ...changed });
  const clockLabels = {
    auto: `Default (${hasTwelveHours(locale) ? "12 hours" : "24 hours"})`,
    "24": "24 hours, such as 14:30",
    "12": "12 hours, such as 2:30 PM",
  };
  return (
    <Dialog title="Settings" onClose={onClose}>
      <div className="stack">
        <SelectField
          label="Colours"
          value={theme}
          choices={THEMES.map((value) => ({ value, name: THEME_LABELS[value] }))}
          onChange={(each) => {
            storeTheme(each);
            setTheme(each);
          }}
        />
        <SelectField
          label="Clock"
          value={chosen.clock}
          choices={CLOCKS.map((value) => ({ value, name: clockLabels[value] }))}
          onChange={(clock) => choose({ clock })}
        />
        <SelectField
          label="First day of the week"
          value={chosen.firstDay}
          choices={FIRST_DAYS.map((value) => ({
            value,
            name:
              value === "auto" ? `Default (${weekdayName(firstDayOf(locale))})` : weekdayName(Number(value)),
          }))}
          onChange={(firstDay) => choose({ firstDay })}
        />
        <p className="small soft">The settings are stored in this browser.</p>
        <About />
        <div className="row form-actions">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
