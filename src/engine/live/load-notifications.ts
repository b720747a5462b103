import type { Draft } from "../journal/draft.ts";
import type { NotificationWrite } from "../ports.ts";
import { MARKS_KEPT_MS } from "./replay-marks.ts";

/** The notifications of a file's events: none, and the mark for replays that says so. */
export function loadNotifications({ nextId, now }: Draft): NotificationWrite {
  const mark = { instant: now, isLive: false, nextId, sent: null };
  return { pending: [], notified: [], unsafe: [], marks: [mark], marksSince: now - MARKS_KEPT_MS };
}
