import "./display.css";
import { type CSSProperties, useCallback, useEffect, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { Problem } from "../../../../src/client/index.ts";
import { Icon } from "../../components/button.tsx";
import { formDialog } from "../../components/form/form-dialog.tsx";
import { useTitle } from "../../components/page.tsx";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { Empty, Offer, QueryState } from "../../components/states.tsx";
import { useIsOutdated } from "../../connection/connection-note.tsx";
import { reloadOnce } from "../../errors/reload.ts";
import { formatCount, formatTime } from "../../format.ts";
import { useLive, useLiveChanges, useLiveCount, useLiveStatus } from "../../live/live-provider.tsx";
import { unmeasuredText } from "../../measured.ts";
import { type DisplayAnswer, useDisplay } from "../../queries/display.ts";
import { useNow } from "../../queries/use-now.ts";
import { useMay } from "../../session.tsx";
import {
  type DisplayState,
  type DisplayTexts,
  displayState,
  displayTexts,
  UNLIMITED,
} from "./display-state.ts";

/** A full-screen display of one space: the count, the limit, and whether people may enter. */
export function DisplayPage() {
  const { spaceId = "" } = useParams();
  const display = useDisplay(spaceId);
  if (display.data !== undefined) return <Display {...display.data} refetch={display.refetch} />;
  return (
    <main className="error-page-frame">
      {isUnknown(display.error) ? (
        <Empty title={`Space ${spaceId} not found`} isPage>
          <Link to="/">All spaces</Link>
        </Empty>
      ) : (
        <QueryState query={display} />
      )}
    </main>
  );
}

function isUnknown(error: Error | null): boolean {
  return error instanceof Problem && error.status === 404;
}

type DisplayProps = DisplayAnswer & Pick<ReturnType<typeof useDisplay>, "refetch">;

function Display(props: DisplayProps) {
  const { space, state } = props;
  const [parameters] = useSearchParams();
  const count = useLiveCount(space);
  const texts = displayTexts(parameters);
  const unmeasured = state === "counting" ? null : unmeasuredText(state === "no_data", count);
  const isMeasured = unmeasured === null;
  const { knownAt, isRecent } = useCountAge(props);
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
        {!isMeasured && <p className="display-notice">{unmeasured}</p>}
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
function Footer({ space }: Pick<DisplayAnswer, "space">) {
  const status = useLiveStatus();
  const mayRead = useMay("read");
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
        {mayRead && (
          <>
            <ShareButton {...space} />
            <Link className="plain-button display-tool" to={`/spaces/${space.id}`}>
              Exit display
            </Link>
          </>
        )}
      </nav>
    </footer>
  );
}

/** Offers to create the address at which another device shows this display, with a token for it alone. */
function ShareButton({ id, name }: { readonly id: string; readonly name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const mayCreate = useMay("admin");
  const tokenName = `Display of ${name}`;
  const dialog = formDialog({
    title: "Share display",
    action: mayCreate ? "Create address" : null,
    initial: {},
    request: (v2) => v2.POST("/v2/tokens/", { body: { name: tokenName, scopes: ["display"], space_id: id } }),
    saved: ({ token }) => ({ changed: ["tokens"], onClosed: () => setSecret(token) }),
    fields: () => (
      <Offer what="Sharing a display" scope="admin">
        <p>
          Another device can show this display at an address of its own. The address contains a new token, “
          {tokenName}”, that can read this display and nothing else. Revoke it under Set-up, Tokens.
        </p>
      </Offer>
    ),
  });
  return (
    <>
      <button type="button" className="plain-button display-tool" onClick={() => setIsOpen(true)}>
        Share display
      </button>
      {isOpen && dialog(() => setIsOpen(false))}
      {secret !== null && (
        <SecretDialog
          title="Share display"
          label="Address"
          secret={new URL(`#token=${secret}`, location.href).href}
          onClose={() => setSecret(null)}
        >
          Open this address once on the other device, which must be able to reach {location.host}.
        </SecretDialog>
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

/** When the count was last known to be current, in ms, and whether it still counts as current. */
function useCountAge({ space, state, requestedAt, refetch }: DisplayProps) {
  const live = useLive();
  const now = useNow(TICK_MS);
  const knownAt = Math.max(live.lastMessageAt, requestedAt);
  // No message reports a change between the request and the opening of the connection.
  const isRequested = now - knownAt >= SILENT_MS || requestedAt < live.openedAt;
  useEffect(() => {
    if (!isRequested) return;
    const request = () => void refetch({ cancelRefetch: false });
    request();
    const timer = setInterval(request, RETRY_MS);
    return () => clearInterval(timer);
  }, [isRequested, refetch]);
  useLiveChanges(
    useCallback(
      ({ spaceId, direction }) => {
        // An event has arrived.
        if (state === "no_data" && spaceId === space.id && direction !== null) void refetch();
      },
      [state, space.id, refetch],
    ),
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
