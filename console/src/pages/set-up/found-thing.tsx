import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Empty, Unanswered } from "../../components/states.tsx";

/** One thing out of a list: what there is instead while the list is not there, or where it has no such thing. */
export function FoundThing<Thing>(props: {
  readonly list: UseQueryResult<readonly Thing[]>;
  /** What it is called, such as `doorway`. */
  readonly kind: string;
  readonly back: { readonly to: string; readonly name: string };
  readonly isIt: (thing: Thing) => boolean;
  readonly children: (thing: Thing) => ReactNode;
}) {
  const { list, kind, back, isIt, children } = props;
  if (list.data === undefined) return <Unanswered query={list} />;
  const thing = list.data.find(isIt);
  if (thing !== undefined) return children(thing);
  return (
    <Empty title={`There is no such ${kind}`}>
      <Link to={back.to}>{back.name}</Link>
    </Empty>
  );
}
