import { type ReactNode, useState } from "react";
import { formatCount } from "../format.ts";
import { Button } from "./button.tsx";
import { useIsNarrow } from "./page.tsx";

/** How many items of a list a wide and a narrow screen show at first, and how many "Show more" adds. */
const STEPS = { wide: 100, narrow: 25 } as const;

/** How many items of a list the screen shows at first, and how many "Show more" adds. */
export function useListStep(): number {
  return STEPS[useIsNarrow() ? "narrow" : "wide"];
}

/** The first items of a list, and the button that shows more of them. */
export function useFirstItems<Item>(items: readonly Item[]): readonly [readonly Item[], ReactNode] {
  const step = useListStep();
  const [steps, setSteps] = useState(1);
  const shown = steps * step;
  const more = items.length > shown && (
    <More shown={shown} total={items.length} onMore={() => setSteps(steps + 1)} />
  );
  return [items.slice(0, shown), more];
}

/** States how many items of a list are shown, with the button that shows more. */
export function More(props: {
  readonly shown: number;
  readonly total: number;
  readonly isFetching?: boolean;
  readonly onMore: () => void;
}) {
  const { shown, total, isFetching = false, onMore } = props;
  return (
    <p className="row soft">
      {formatCount(shown)} of {formatCount(total)} shown.
      <Button disabled={isFetching} onClick={onMore}>
        Show more
      </Button>
    </p>
  );
}
