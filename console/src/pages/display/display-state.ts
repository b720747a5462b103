import type { DisplayAnswer } from "../../queries/display.ts";
import { safeLimitOf } from "../../utilization.ts";

/** The limit of a display, and whether people may enter. */
export interface DisplayState {
  /** The highest permitted count; null without a limit. */
  readonly limit: number | null;
  /** Null without a limit. */
  readonly invitation: "come in" | "please wait" | null;
}

export const UNLIMITED: DisplayState = { limit: null, invitation: null };

/**
 * The state of a display. One more person may enter if the count then does not exceed the safe limit (D15) or the
 * capacity, whichever is lower.
 */
export function displayState(space: DisplayAnswer["space"], count: number): DisplayState {
  const limits = [safeLimitOf(space), space.capacity].filter((limit) => limit !== null && limit > 0);
  if (limits.length === 0) return UNLIMITED;
  // A limit of 31.5 permits 31 people.
  const limit = Math.floor(Math.min(...(limits as number[])));
  return { limit, invitation: count < limit ? "come in" : "please wait" };
}

/** The default texts, which URL parameters can replace, for example to translate them. */
const TEXTS = {
  name: null,
  message: null,
  come_in: "Come in",
  please_wait: "Please wait",
  person: "person inside",
  people: "people inside",
  at_most: "at most",
  not_up_to_date: "Not up to date: last known {count} at {time}",
} as const;
export type DisplayTexts = Readonly<Record<keyof typeof TEXTS, string | null>>;

/** The texts of a display. @param parameters of the URL, such as `?message=…&come_in=…` */
export function displayTexts(parameters: URLSearchParams): DisplayTexts {
  const entries = Object.entries(TEXTS).map(([name, text]) => [name, parameters.get(name) || text] as const);
  return Object.fromEntries(entries) as DisplayTexts;
}
