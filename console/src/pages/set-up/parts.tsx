import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import { Button, DialogButton } from "../../components/button.tsx";
import { Empty, ErrorNote, Loading } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import { formatCount } from "../../format.ts";
import type { PagedList } from "../../queries/paged.ts";

/** A part of a page with its heading and actions. */
export function Section(props: {
  readonly title: string;
  readonly actions?: ReactNode;
  /** Whether it is directly below the title of the page. */
  readonly isTop?: boolean;
  readonly children: ReactNode;
}) {
  const { isTop = false } = props;
  const Heading = isTop ? "h2" : "h3";
  const id = useId();
  return (
    <section className="card set-up-section" aria-labelledby={id}>
      <div className="set-up-section-header">
        <Heading id={id}>{props.title}</Heading>
        {props.actions !== undefined && <div className="set-up-actions">{props.actions}</div>}
      </div>
      {props.children}
    </section>
  );
}

/** A name and its value; a long value takes a whole line. */
type FactItem = readonly [name: string, value: ReactNode, size?: "long"];

/** A list of names with their values. Leaves out empty values. */
export function Facts({ facts }: { readonly facts: readonly FactItem[] }) {
  const shown = facts.filter(([, value]) => value !== null && value !== "" && value !== false);
  return (
    <dl className="set-up-facts">
      {shown.map(([name, value, size]) => (
        <div key={name} className={size && "set-up-long-fact"}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The top of the page of one item: a link to the list, its name, a description and actions. */
export function ItemHeader(props: {
  readonly back: { readonly to: string; readonly name: string };
  readonly name: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
}) {
  const { back, name, about, actions } = props;
  return (
    <div className="set-up-item-header">
      <div>
        <Link className="set-up-back" to={back.to}>
          ‹ {back.name}
        </Link>
        <h2>{name}</h2>
        {about !== undefined && <p className="set-up-about">{about}</p>}
      </div>
      {actions !== undefined && <div className="set-up-actions">{actions}</div>}
    </div>
  );
}

type DialogOf = (onClose: () => void) => ReactNode;

/** The buttons that delete and edit the item of a page. */
export function ItemActions({ edit, remove }: { readonly edit: DialogOf; readonly remove: DialogOf }) {
  return (
    <>
      <DialogButton look="danger" dialog={remove}>
        Delete
      </DialogButton>
      <DialogButton look="primary" dialog={edit}>
        Edit
      </DialogButton>
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
    <div className="set-up-tools">
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

/** A table of items that the user can search. */
export function SearchList<Item>(props: {
  /** The items in the plural, such as `doorways`. */
  readonly noun: string;
  readonly items: readonly Item[];
  /** The id of an item, which the search finds as a whole. */
  readonly idOf?: (item: Item) => string;
  /** The texts of an item that the search covers. */
  readonly textsOf: (item: Item) => readonly (string | null)[];
  readonly tools: (found: readonly Item[]) => ReactNode;
  /** Whether `items` are only those that pass another filter. */
  readonly isFiltered?: boolean;
  readonly emptyHint: string;
  readonly searchHint: string;
  readonly columns: readonly string[];
  readonly row: (item: Item) => ReactNode;
}) {
  const {
    noun,
    items,
    idOf,
    textsOf,
    tools,
    isFiltered = false,
    emptyHint,
    searchHint,
    columns,
    row,
  } = props;
  const isEmpty = items.length === 0 && !isFiltered;
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = items.filter(
    (item) => idOf?.(item) === wanted || textsOf(item).some((text) => text?.toLowerCase().includes(wanted)),
  );
  const [shown, more] = useFirstItems(found);
  return (
    <>
      <ListTools label={`Search ${noun}`} search={search} onSearch={setSearch}>
        {tools(found)}
      </ListTools>
      {found.length === 0 ? (
        <Empty title={isEmpty ? `No ${noun} yet` : "No results"}>
          <p>{isEmpty ? emptyHint : searchHint}</p>
        </Empty>
      ) : (
        <Table label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`} columns={columns}>
          {shown.map(row)}
        </Table>
      )}
      {more}
    </>
  );
}

/** How many items of a long list are shown at first, and how many "Show more" adds. */
const SHOWN_STEP = 200;

/** The first items of a list, and the button that shows more of them. */
export function useFirstItems<Item>(items: readonly Item[]): readonly [readonly Item[], ReactNode] {
  const [shown, setShown] = useState(SHOWN_STEP);
  const more = items.length > shown && (
    <More shown={shown} total={items.length} onMore={() => setShown(shown + SHOWN_STEP)} />
  );
  return [items.slice(0, shown), more];
}

function More(props: {
  readonly shown: number;
  readonly total: number;
  readonly isFetching?: boolean;
  readonly onMore: () => void;
}) {
  const { shown, total, isFetching = false, onMore } = props;
  return (
    <p className="set-up-more">
      {formatCount(shown)} of {formatCount(total)} shown.
      <Button disabled={isFetching} onClick={onMore}>
        Show more
      </Button>
    </p>
  );
}

/** A list that is fetched page by page: its state, its items, and the button that fetches more. */
export function Paged<Item>(props: {
  readonly list: PagedList<Item>;
  /** The text for an empty list. */
  readonly empty: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}) {
  const { list, empty, children } = props;
  if (list.isPending) return <Loading />;
  const error = list.error !== null && <ErrorNote error={list.error} onRetry={list.refetch} />;
  if (list.items.length === 0) return error || <p className="field-hint">{empty}</p>;
  return (
    <>
      {children(list.items)}
      {error}
      {list.hasMore && (
        <More
          shown={list.items.length}
          total={list.total}
          isFetching={list.isFetching}
          onMore={list.fetchMore}
        />
      )}
    </>
  );
}
