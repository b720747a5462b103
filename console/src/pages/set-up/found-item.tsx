import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Empty, QueryState } from "../../components/states.tsx";

/** Renders one item of a list, or the state of the list if the item is not there. */
export function FoundItem<Item>(props: {
  readonly list: UseQueryResult<readonly Item[]>;
  /** The kind of item, such as `Doorway`. */
  readonly kind: string;
  readonly back: { readonly to: string; readonly name: string };
  readonly matches: (item: Item) => boolean;
  readonly children: (item: Item) => ReactNode;
}) {
  const { list, kind, back, matches, children } = props;
  if (list.data === undefined) return <QueryState query={list} />;
  const item = list.data.find(matches);
  if (item !== undefined) return children(item);
  return (
    <Empty title={`${kind} not found`}>
      <Link to={back.to}>{back.name}</Link>
    </Empty>
  );
}
