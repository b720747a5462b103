import { formatCount } from "../../format.ts";
import { useManyCounts } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";

const DAY_MS = 86_400_000;
const DAYS = 7;
const TICK_MS = 3_600_000;

/** Exits are far above entrances from this difference on, in people, and from this ratio on. */
const DIFFERENCE_MIN = 5;
const RATIO_MIN = 2;

/** Warns of spaces that people seem to leave only: the placement of a sensor is probably wrong. */
export function BalanceNote({ spaces }: { readonly spaces: readonly Pick<Space, "id" | "name">[] }) {
  const now = useNow(TICK_MS);
  const range = { start: now - DAYS * DAY_MS, end: now + TICK_MS, interval: "1M" } as const;
  const ids = spaces.map(({ id }) => id);
  const counts = useManyCounts(ids, range);
  const unbalanced = spaces.flatMap(({ id, name }) => {
    const { entrances, exits } = counts.data?.get(id)?.metrics ?? {};
    if (entrances === undefined || exits === undefined) return [];
    const isFar =
      exits.total - entrances.total >= DIFFERENCE_MIN && exits.total >= RATIO_MIN * entrances.total;
    return isFar ? [{ id, name, entrances: entrances.total, exits: exits.total }] : [];
  });
  return unbalanced.map(({ id, name, entrances, exits }) => (
    <p key={id} className="error-note" role="status">
      In the last {DAYS} days, {formatCount(exits)} exits and only {formatCount(entrances)} entrances were
      counted for {name}. The placement of a sensor is probably wrong: check "Reverse direction" of its
      doorways.
    </p>
  ));
}
