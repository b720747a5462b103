import { useQueryClient } from "@tanstack/react-query";
import { type CSSProperties, useEffect } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { useTitle } from "../../components/page.tsx";
import { Empty, QueryState } from "../../components/states.tsx";
import { reloadOnce } from "../../errors/reload.ts";
import { useIsOutdated } from "../../errors/upgrade-note.tsx";
import { formatCount, formatTime } from "../../format.ts";
import { useLiveCount, useLiveStatus } from "../../live/live-provider.tsx";
import { isMeasuredNow, NOT_MEASURED } from "../../measured.ts";
import { SPACES_KEY, type Space, useSpaces } from "../../queries/spaces.ts";
import { type DisplayState, type DisplayTexts, displayState, displayTexts } from "./display-state.ts";
import { useCountAge } from "./use-count-age.ts";
import { useWakeLock } from "./use-wake-lock.ts";
import "./display.css";

/** The time between refreshes of the settings of the space. */
const SETTINGS_MS = 5 * 60_000;

/** A full-screen display of one space: the count, the limit, and whether people may enter. */
export function DisplayPage() {
  const { spaceId } = useParams();
  const spaces = useSpaces();
  const space = spaces.data?.find(({ id }) => id === spaceId);
  if (space !== undefined) return <Display space={space} />;
  return (
    <main className="display display-plain">
      {spaces.data === undefined && <QueryState query={spaces} />}
      {spaces.data !== undefined && (
        <Empty title={`Space ${spaceId} not found`}>
          <Link to="/">All spaces</Link>
        </Empty>
      )}
    </main>
  );
}

function Display({ space }: { readonly space: Space }) {
  const [parameters] = useSearchParams();
  const count = useLiveCount(space);
  const { knownAt, isCurrent } = useCountAge(space);
  const texts = displayTexts(parameters);
  const isMeasured = isMeasuredNow(space);
  const state = isMeasured ? displayState(space, count) : UNMEASURED;
  useTitle(space.name);
  useWakeLock();
  useFreshSettings();
  useFreshConsole();
  if (isMeasured && !isCurrent) {
    const time = formatTime(knownAt, space.time_zone);
    return (
      <main className="display display-outdated">
        <div className="display-inside">
          <h1 className="display-name">{texts.name ?? space.name}</h1>
          <p className="display-notice" role="status">
            {texts.not_up_to_date?.replace("{count}", formatCount(count)).replace("{time}", time)}
          </p>
          {texts.message !== null && <p className="display-message">{texts.message}</p>}
          <Footer space={space} />
        </div>
      </main>
    );
  }
  return (
    <main className={`display display-${state.invitation?.replace(" ", "-") ?? "plain"}`}>
      <div className="display-inside">
        <h1 className="display-name">{texts.name ?? space.name}</h1>
        {isMeasured ? (
          <Numbers count={count} limit={state.limit} texts={texts} />
        ) : (
          <p className="display-notice">{NOT_MEASURED}</p>
        )}
        {texts.message !== null && <p className="display-message">{texts.message}</p>}
        <Footer space={space} />
      </div>
      {state.invitation !== null && (
        <p className="display-invitation" aria-live="polite">
          <InvitationIcon invitation={state.invitation} />
          {state.invitation === "come in" ? texts.come_in : texts.please_wait}
        </p>
      )}
    </main>
  );
}

const UNMEASURED: DisplayState = { limit: null, free: null, invitation: null };

function Numbers(props: {
  readonly count: number;
  readonly limit: number | null;
  readonly texts: DisplayTexts;
}) {
  const { count, limit, texts } = props;
  return (
    <p className="display-numbers" aria-live="polite" aria-atomic="true">
      <span className="display-count" style={sizeOf(formatCount(count))}>
        {formatCount(count)}
      </span>{" "}
      <span className="display-limit">
        {texts.people}
        {limit !== null && (
          <>
            , {texts.at_most} <strong>{formatCount(limit)}</strong>
          </>
        )}
      </span>
    </p>
  );
}

/** The width of a number. One digit takes the room of two, so that the size does not change often. */
function sizeOf(number: string): CSSProperties {
  return { "--display-characters": Math.max(2, number.length) } as CSSProperties;
}

/** Refetches the settings of the space, since a display stays open for weeks. */
function useFreshSettings(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const timer = setInterval(
      () => void queryClient.invalidateQueries({ queryKey: SPACES_KEY }),
      SETTINGS_MS,
    );
    return () => clearInterval(timer);
  }, [queryClient]);
}

/** Reloads the display if the server has a newer build. */
function useFreshConsole(): void {
  const isOutdated = useIsOutdated();
  useEffect(() => {
    if (isOutdated) reloadOnce();
  }, [isOutdated]);
}

/** An arrow through a door, or a pause sign. */
function InvitationIcon({ invitation }: { readonly invitation: NonNullable<DisplayState["invitation"]> }) {
  const shape =
    invitation === "come in"
      ? "M14 4h5a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-5M3 12h11M10 7.5l4.5 4.5-4.5 4.5"
      : "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM9.5 8.5v7M14.5 8.5v7";
  return (
    <svg className="display-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={shape}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The status of the connection, and tools to set up the display. */
function Footer({ space }: { readonly space: Space }) {
  const status = useLiveStatus();
  return (
    <footer className="display-footer">
      <p className="display-status" role="status">
        {status === "live" ? "" : "Reconnecting…"}
      </p>
      <nav className="display-tools" aria-label="Display">
        {document.fullscreenEnabled && (
          <button
            type="button"
            className="display-tool"
            onClick={() => void document.documentElement.requestFullscreen()}
          >
            Full screen
          </button>
        )}
        <Link className="display-tool" to={`/spaces/${space.id}`}>
          Exit display
        </Link>
      </nav>
    </footer>
  );
}
