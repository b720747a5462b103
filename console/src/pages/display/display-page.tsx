import "./display.css";
import { type CSSProperties, useEffect, useMemo, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { Icon } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { useTitle } from "../../components/page.tsx";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { Empty, ErrorNote, QueryState } from "../../components/states.tsx";
import { useIsOutdated } from "../../connection/connection-note.tsx";
import { reloadOnce } from "../../errors/reload.ts";
import { formatCount, formatTime } from "../../format.ts";
import { useLive, useLiveCount, useLiveStatus } from "../../live/live-provider.tsx";
import { isMeasuredNow, NO_DATA, NOT_MEASURED } from "../../measured.ts";
import { useFetched, useNewToken } from "../../queries/resources.ts";
import { useSilences } from "../../queries/silence.ts";
import { type Space, spacesRequestedAt, useSpaces } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import {
  type DisplayState,
  type DisplayTexts,
  displayState,
  displayTexts,
  UNLIMITED,
} from "./display-state.ts";

/** The time between refreshes of the settings of the space, since a display stays open for weeks. */
const SETTINGS_MS = 5 * 60_000;

/** A full-screen display of one space: the count, the limit, and whether people may enter. */
export function DisplayPage() {
  const { spaceId } = useParams();
  const spaces = useSpaces({ refetchInterval: SETTINGS_MS });
  const space = spaces.data?.find(({ id }) => id === spaceId);
  if (space !== undefined) return <Display space={space} />;
  return (
    <main className="error-page-frame">
      {spaces.data === undefined ? (
        <QueryState query={spaces} />
      ) : (
        <Empty title={`Space ${spaceId} not found`} isPage>
          <Link to="/">All spaces</Link>
        </Empty>
      )}
    </main>
  );
}

function Display({ space }: { readonly space: Space }) {
  const [parameters] = useSearchParams();
  const count = useLiveCount(space);
  const texts = displayTexts(parameters);
  const silence = useSilences(useMemo(() => [space], [space])).get(space.id);
  const hasNoData = silence?.kind === "no data" && count === 0;
  const isMeasured = isMeasuredNow(space) && !hasNoData;
  const { knownAt, isRecent } = useCountAge(space);
  const isCurrent = isRecent || !isMeasured;
  const { limit, invitation } = isMeasured ? displayState(space, count) : UNLIMITED;
  useTitle(space.name);
  useWakeLock();
  const isOutdated = useIsOutdated();
  useEffect(() => {
    // The server has a newer build.
    if (isOutdated) reloadOnce();
  }, [isOutdated]);
  const time = formatTime(knownAt, space.time_zone);
  return (
    <main
      className={`display display-${isCurrent ? (invitation?.replace(" ", "-") ?? "plain") : "outdated"}`}
    >
      <div className="display-inside">
        <h1 className="display-name">{texts.name ?? space.name}</h1>
        {!isMeasured && <p className="display-notice">{hasNoData ? NO_DATA : NOT_MEASURED}</p>}
        {!isCurrent && (
          <p className="display-notice" role="status">
            {texts.not_up_to_date?.replace("{count}", formatCount(count)).replace("{time}", time)}
          </p>
        )}
        {isMeasured && isCurrent && <Numbers count={count} limit={limit} texts={texts} />}
        {texts.message !== null && <p className="display-message">{texts.message}</p>}
        <Footer space={space} />
      </div>
      {invitation !== null && isCurrent && (
        <p className="display-invitation" aria-live="polite">
          <InvitationIcon invitation={invitation} />
          {invitation === "come in" ? texts.come_in : texts.please_wait}
        </p>
      )}
    </main>
  );
}

function Numbers(props: {
  readonly count: number;
  readonly limit: number | null;
  readonly texts: DisplayTexts;
}) {
  const { count, limit, texts } = props;
  // One digit takes the room of two, so that the size does not change often.
  const characters = Math.max(2, formatCount(count).length);
  return (
    <p className="tabular display-numbers" aria-live="polite" aria-atomic="true">
      <span className="display-count" style={{ "--display-characters": characters } as CSSProperties}>
        {formatCount(count)}
      </span>{" "}
      <span className="display-limit">
        {count === 1 ? texts.person : texts.people}
        {limit !== null && (
          <>
            , {texts.at_most} <strong>{formatCount(limit)}</strong>
          </>
        )}
      </span>
    </p>
  );
}

/** An arrow through a door, or a pause sign. */
function InvitationIcon({ invitation }: { readonly invitation: NonNullable<DisplayState["invitation"]> }) {
  const path =
    invitation === "come in"
      ? "M14 4h5a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-5M3 12h11M10 7.5l4.5 4.5-4.5 4.5"
      : "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM9.5 8.5v7M14.5 8.5v7";
  return <Icon path={path} size={24} className="display-icon" />;
}

/** The status of the connection, and tools to set up the display. */
function Footer({ space }: { readonly space: Space }) {
  const status = useLiveStatus();
  return (
    <footer className="row between gap-4 small">
      <p role="status">{status === "live" ? "" : "Reconnecting…"}</p>
      <nav className="row gap-4 display-tools" aria-label="Display">
        {document.fullscreenEnabled && (
          <button
            type="button"
            className="plain-button display-tool"
            onClick={() => void document.documentElement.requestFullscreen()}
          >
            Full screen
          </button>
        )}
        <ShareButton name={space.name} />
        <Link className="plain-button display-tool" to={`/spaces/${space.id}`}>
          Exit display
        </Link>
      </nav>
    </footer>
  );
}

/** Creates a token for another device, and shows the address at which that device shows this display. */
function ShareButton({ name }: { readonly name: string }) {
  const token = useNewToken(`Display of ${name}`, "read");
  const address = new URL(`#token=${token.data?.token}`, location.href).href;
  return (
    <>
      <button
        type="button"
        className="plain-button display-tool"
        disabled={token.isPending}
        onClick={() => token.mutate()}
      >
        Share display
      </button>
      {token.isSuccess && (
        <SecretDialog title="Share display" label="Address" secret={address} onClose={token.reset}>
          Open this address once on the other device, which must be able to reach {location.host}. It signs in
          with the new token “Display of {name}”, which can view all counts. Revoke it under Set-up.
        </SecretDialog>
      )}
      {token.isError && (
        <Dialog title="Share display" onClose={token.reset}>
          <ErrorNote error={token.error}>
            A display is shared with a new token, which cannot be created.
          </ErrorNote>
        </Dialog>
      )}
    </>
  );
}

/** The age up to which a count is current, in ms. */
const CURRENT_MS = 30_000;
/** The time without messages after which the count is requested, in ms. */
const SILENT_MS = 12_000;
/** The time until a failed request is retried, in ms. */
const RETRY_MS = 5_000;
const TICK_MS = 1_000;

/** When the count of a space was last known to be current, in ms, and whether it still counts as current. */
function useCountAge(space: Space) {
  const live = useLive();
  const spaces = useSpaces();
  const now = useNow(TICK_MS);
  const [requestedAt, setRequestedAt] = useState(Number.NEGATIVE_INFINITY);
  const listedAt = spaces.data === undefined ? Number.NEGATIVE_INFINITY : spacesRequestedAt(spaces.data);
  const knownAt = Math.max(live.lastMessageAt, requestedAt, listedAt);
  useFetched(
    ["current-count", space.id],
    async (v2, signal) => {
      const sentAt = Date.now();
      const params = { path: { space_id: space.id } };
      const { current_count: count } = await answerOf(v2.GET("/v2/spaces/{space_id}/", { params, signal }));
      live.setCounts([[space.id, count]], sentAt);
      setRequestedAt(sentAt);
      return count;
    },
    { enabled: now - knownAt >= SILENT_MS, staleTime: 0, refetchInterval: RETRY_MS, retry: false },
  );
  return { knownAt, isRecent: now - knownAt <= CURRENT_MS };
}

/** Keeps the screen on while the page is visible, if the browser permits it. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      try {
        const taken = await navigator.wakeLock.request("screen");
        if (isOver) await taken.release();
        else lock = taken;
      } catch {
        // Browsers reject it, for example if the battery is low. The display works without it.
      }
    };
    const again = () => void take();
    void take();
    // Browsers release the lock when the page is hidden.
    document.addEventListener("visibilitychange", again);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, []);
}
