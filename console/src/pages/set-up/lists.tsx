import { type ReactNode, useState } from "react";
import type { Scope } from "../../../../src/domain/resources.ts";
import { More, useFirstItems } from "../../components/first-items.tsx";
import { Empty, ErrorNote, Loading, Offer } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import { readable } from "../../format.ts";
import type { PagedList } from "../../queries/resources.ts";
import { useMay } from "../../session.tsx";

/** A heading, what the cells below it show, and their kind. */
export type Column<Item> = readonly [
  heading: string,
  contentOf: (item: Item) => ReactNode,
  kind?: "name" | "number" | "time",
];

interface RowsProps<Item extends { readonly id: string } | { readonly uuid: string }> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly columns: readonly Column<Item>[];
  /** The buttons of a row; null if it has none. */
  readonly actionsOf?: (item: Item) => ReactNode;
  /** The scope that the buttons require. */
  readonly scope?: Scope;
}

function Rows<Item extends { readonly id: string } | { readonly uuid: string }>(props: RowsProps<Item>) {
  const { label, items, columns, actionsOf, scope = "read" } = props;
  const hasActions = useMay(scope) && actionsOf !== undefined;
  const headings = columns.map(([heading]) => heading);
  const numeric = columns.filter(([, , kind]) => kind === "number").map(([heading]) => heading);
  return (
    <Table
      label={label}
      className="set-up-table"
      columns={hasActions ? [...headings, ""] : headings}
      numeric={numeric}
    >
      {items.map((item) => (
        <tr key={"id" in item ? item.id : item.uuid}>
          {columns.map(([heading, contentOf, kind]) => (
            <Cell key={heading} heading={heading} kind={kind}>
              {contentOf(item)}
            </Cell>
          ))}
          {hasActions && <td className="set-up-row-actions">{actionsOf(item)}</td>}
        </tr>
      ))}
    </Table>
  );
}

function Cell(props: {
  /** The heading of its column, which a phone shows in each cell. */
  readonly heading: string;
  readonly kind?: Column<never>[2];
  readonly children: ReactNode;
}) {
  const { heading, kind, children } = props;
  if (kind === "name") return <th scope="row">{children}</th>;
  const className = kind && { number: "numeric", time: "tabular" }[kind];
  return (
    <td className={className} data-heading={heading}>
      {children}
    </td>
  );
}

/** A table of items, or a hint that there are none. */
export function ItemTable<Item extends { readonly id: string } | { readonly uuid: string }>(
  props: RowsProps<Item> & { readonly empty?: ReactNode },
) {
  const { items, empty } = props;
  const [shown, more] = useFirstItems(items);
  if (items.length === 0) return <div className="small soft">{empty}</div>;
  return (
    <>
      <Rows {...props} items={shown} />
      {more}
    </>
  );
}

/** A table of items that are fetched page by page: its state, its rows, and the button that fetches more. */
export function PagedTable<Item extends { readonly id: string }>(
  props: Omit<RowsProps<Item>, "items"> & {
    readonly list: PagedList<Item>;
    /** The text for an empty list. */
    readonly empty: string;
    /** The items that have a row, of those that have been fetched. */
    readonly select?: (items: readonly Item[]) => readonly Item[];
  },
) {
  const { list, empty, select = (items) => items } = props;
  if (list.isPending) return <Loading />;
  const error = list.error !== null && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (list.items.length === 0) return error || <p className="small soft">{empty}</p>;
  return (
    <>
      <Rows {...props} items={select(list.items)} />
      {error}
      {list.hasNextPage && (
        <More
          shown={list.items.length}
          total={list.total}
          isFetching={list.isFetching}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

/** A table of items that the user can search. */
export function SearchTable<Item extends { readonly id: string } | { readonly uuid: string }>(
  props: Omit<RowsProps<Item>, "label"> & {
    /** The items in the plural, such as `doorways`. */
    readonly noun: string;
    /** The texts of an item that the search covers. */
    readonly textsOf: (item: Item) => readonly (string | null)[];
    /** The id of an item, which the search finds as a whole. */
    readonly idOf?: (item: Item) => string;
    readonly tools: (found: readonly Item[]) => ReactNode;
    /** Whether `items` are only those that pass another filter. */
    readonly isFiltered?: boolean;
    readonly emptyHint: string;
    /** The scope that creating an item requires, if it is not `write`. */
    readonly createScope?: Scope;
    readonly searchHint: string;
  },
) {
  const { noun, items, textsOf, idOf, tools, isFiltered = false, searchHint, columns } = props;
  const isEmpty = items.length === 0 && !isFiltered;
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = items.filter(
    (item) => idOf?.(item) === wanted || textsOf(item).some((text) => text?.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <ListTools label={`Search ${noun}`} search={search} onSearch={setSearch}>
        {tools(found)}
      </ListTools>
      {found.length === 0 ? (
        <Empty title={isEmpty ? `No ${noun} yet` : "No results"}>
          <p>{isEmpty ? props.emptyHint : searchHint}</p>
          {isEmpty && <Offer what={`Creating ${noun}`} scope={props.createScope ?? "write"} />}
        </Empty>
      ) : (
        <ItemTable label={readable(noun)} items={found} columns={columns} />
      )}
    </>
  );
}

/** The search field above a list, and other tools. */
export function ListTools(props: {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly label: string;
  readonly children?: ReactNode;
}) {
  const { search, onSearch, label, children } = props;
  return (
    <div className="row set-up-tools">
      <input
        type="search"
        aria-label={label}
        placeholder={`${label}…`}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
      />
      {children}
    </div>
  );
}
