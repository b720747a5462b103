import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import { ErrorNote, Loading } from "../../components/states.tsx";
import { TableScroll } from "../../components/table-scroll.tsx";
import { formatCount } from "../../format.ts";
import type { PagedList } from "../../queries/paged.ts";

/** A part of what is set up: a heading, what can be done, and what there is. */
export function Section(props: {
  readonly title: string;
  readonly actions?: ReactNode;
  /** Whether it is right below the title of the page, not in what one thing is set up with. */
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

/** What is known of something: `Fact`s. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="set-up-facts">{children}</dl>;
}

/** A name and its value; nothing where there is none. */
export function Fact(props: {
  readonly name: string;
  readonly isLong?: boolean;
  readonly children: ReactNode;
}) {
  const { name, isLong = false, children } = props;
  if (children === null || children === "" || children === false) return null;
  return (
    <div className={isLong ? "set-up-long-fact" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The top of what one thing is set up with: the way back, its name, what it is, and what can be done. */
export function ThingHeader(props: {
  readonly back: { readonly to: string; readonly name: string };
  readonly name: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
}) {
  const { back, name, about, actions } = props;
  return (
    <div className="set-up-thing-header">
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

/** What stands above a list: its search, how many it has, and what can be added. */
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

/** How many of a long list are shown at first, and how many more each time. */
const SHOWN_STEP = 200;

/** The beginning of a list that has been fetched, and the rest of it when it is asked for. */
export function useBeginning<Item>(items: readonly Item[]): readonly [readonly Item[], ReactNode] {
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
      <button type="button" className="button" disabled={isFetching} onClick={onMore}>
        Show more
      </button>
    </p>
  );
}

/** A list that is fetched piece by piece: what it is while it is not there, and how to get more of it. */
export function Paged<Item>(props: {
  readonly list: PagedList<Item>;
  /** What is said where there is nothing. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}) {
  const { list, empty, children } = props;
  if (list.isPending) return <Loading />;
  if (list.error !== null && list.items.length === 0)
    return <ErrorNote error={list.error} onRetry={list.refetch} />;
  if (list.items.length === 0) return <p className="field-hint">{empty}</p>;
  return (
    <>
      {children(list.items)}
      {list.error !== null && <ErrorNote error={list.error} onRetry={list.refetch} />}
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

/** A table with the names of its columns; one without a name is for actions. */
export function Table(props: {
  readonly label: string;
  readonly columns: readonly string[];
  /** The columns of numbers, whose titles stand above them on the right. */
  readonly numeric?: readonly string[];
  readonly children: ReactNode;
}) {
  const { numeric = [] } = props;
  return (
    <TableScroll label={`${props.label}: table`}>
      <table className="table">
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column} scope="col" className={numeric.includes(column) ? "numeric" : undefined}>
                {column === "" ? <span className="visually-hidden">Actions</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </TableScroll>
  );
}
