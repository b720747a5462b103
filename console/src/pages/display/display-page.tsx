import { useQueryClient } from "@tanstack/react-query";
import { type CSSProperties, useEffect } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { useTitle } from "../../components/page.tsx";
import { Empty, Unanswered } from "../../components/states.tsx";
import { formatCount, formatTime } from "../../format.ts";
import { useLiveCount, useLiveStatus } from "../../live/live-provider.tsx";
import { isMeasuredNow, NOT_MEASURED } from "../../measured.ts";
import { SPACES_KEY, type Space, useSpaces } from "../../queries/spaces.ts";
import { reloadOnce } from "../../trouble/reload.ts";
import { useIsOutdated } from "../../trouble/upgrade-note.tsx";
import { type DisplayState, type DisplayWords, displayState, displayWords } from "./display-state.ts";
import { useCountAge } from "./use-count-age.ts";
import { useWakeLock } from "./use-wake-lock.ts";
import "./display.css";

/** How long a display shows a limit that has been changed. */
const SETTINGS_MS = 5 * 60_000;

/** One space for the screen at its door: how many are inside, and whether to come in. */
export function DisplayPage() {
  const { spaceId } = useParams();
  const spaces = useSpaces();
  const space = spaces.data?.find(({ id }) => id === spaceId);
  if (space !== undefined) return <Display space={space} />;
  return (
    <main className="display display-plain">
      {spaces.data === undefined && <Unanswered query={spaces} />}
      {spaces.data !== undefined && (
        <Empty title={`There is no space ${spaceId}.`}>
          <Link to="/">See all spaces</Link>
        </Empty>
      )}
    </main>
  );
}

function Display({ space }: { readonly space: Space }) {
  const [parameters] = useSearchParams();
  const count = useLiveCount(space);
  const { knownAt, isCurrent } = useCountAge(space);
  const words = displayWords(parameters);
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
          <h1 className="display-name">{words.name ?? space.name}</h1>
          <p className="display-notice" role="status">
            {words.not_up_to_date?.replace("{count}", formatCount(count)).replace("{time}", time)}
          </p>
          {words.message !== null && <p className="display-message">{words.message}</p>}
          <Footer space={space} />
        </div>
      </main>
    );
  }
  return (
    <main className={`display display-${state.invitation?.replace(" ", "-") ?? "plain"}`}>
      <div className="display-inside">
        <h1 className="display-name">{words.name ?? space.name}</h1>
        {isMeasured ? (
          <Numbers count={count} limit={state.limit} words={words} />
        ) : (
          <p className="display-notice">{NOT_MEASURED}</p>
        )}
        {words.message !== null && <p className="display-message">{words.message}</p>}
        <Footer space={space} />
      </div>
      {state.invitation !== null && (
        <p className="display-invitation" aria-live="polite">
          <InvitationIcon invitation={state.invitation} />
          {state.invitation === "come in" ? words.come_in : words.please_wait}
        </p>
      )}
    </main>
  );
}

const UNMEASURED: DisplayState = { limit: null, free: null, invitation: null };

function Numbers(props: {
  readonly count: number;
  readonly limit: number | null;
  readonly words: DisplayWords;
}) {
  const { count, limit, words } = props;
  return (
    <p className="display-numbers" aria-live="polite" aria-atomic="true">
      <span className="display-count" style={sizeOf(formatCount(count))}>
        {formatCount(count)}
      </span>{" "}
      <span className="display-limit">
        {words.people}
        {limit !== null && (
          <>
            , {words.at_most} <strong>{formatCount(limit)}</strong>
          </>
        )}
      </span>
    </p>
  );
}

/** How much room a number takes: one and two digits the same, so that the display is calm. */
function sizeOf(number: string): CSSProperties {
  return { "--display-characters": Math.max(2, number.length) } as CSSProperties;
}

/** A display stays open for weeks: what has been set up differently is asked for now and then. */
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

/** It takes over the newer console that a server comes back with. */
function useFreshConsole(): void {
  const isOutdated = useIsOutdated();
  useEffect(() => {
    if (isOutdated) reloadOnce();
  }, [isOutdated]);
}

/** An arrow through a door, or a hand held up. */
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

/** For whoever sets the display up, and shown discreetly: whether it is live, full screen, the way back. */
function Footer({ space }: { readonly space: Space }) {
  const status = useLiveStatus();
  return (
    <footer className="display-footer">
      <p className="display-status" role="status">
        {status === "live" ? "" : "Connecting again…"}
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
          Leave the display
        </Link>
      </nav>
    </footer>
  );
}
