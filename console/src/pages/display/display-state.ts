import type { Space } from "../../queries/spaces.ts";
import { safeLimitOf } from "../../utilization.ts";

/** What a display tells those who stand in front of it. */
export interface DisplayState {
  /** The most people that may be inside; null without a limit. */
  readonly limit: number | null;
  /** How many more may come in; null without a limit. */
  readonly free: number | null;
  /** Null without a limit. */
  readonly invitation: "come in" | "please wait" | null;
}

/**
 * Whether the next person may come in: not where the count would go above the safe limit (D15), or above the
 * capacity if that is lower or there is no safe limit.
 */
export function displayState(space: Space, count: number): DisplayState {
  const limits = [safeLimitOf(space), space.capacity].filter((limit) => limit !== null && limit > 0);
  if (limits.length === 0) return { limit: null, free: null, invitation: null };
  // Nobody is part of a person: a limit of 31.5 lets in 31.
  const limit = Math.floor(Math.min(...(limits as number[])));
  const free = Math.max(0, limit - count);
  return { limit, free, invitation: free > 0 ? "come in" : "please wait" };
}

/** Words of a display that its address can replace, so that it speaks whatever is spoken there. */
const WORDS = {
  name: null,
  message: null,
  come_in: "Come in",
  please_wait: "Please wait",
  people: "people inside",
  at_most: "at most",
  not_up_to_date: "Not up to date: last known {count} at {time}",
} as const;
export type DisplayWords = Readonly<Record<keyof typeof WORDS, string | null>>;

/** The words of a display. @param parameters of its address, such as `?message=…&come_in=…` */
export function displayWords(parameters: URLSearchParams): DisplayWords {
  const entries = Object.entries(WORDS).map(
    ([name, usual]) => [name, parameters.get(name) || usual] as const,
  );
  return Object.fromEntries(entries) as DisplayWords;
}
