import type { ReactNode } from "react";

/** A table. A column without a name has the actions of a row. */
export function Table(props: {
  readonly label: string;
  readonly columns: readonly string[];
  /** The columns with numbers, which are aligned right. */
  readonly numeric?: readonly string[];
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const { label, columns, numeric = [], className, children } = props;
  return (
    <TableScroll label={`${label}: table`} className={className}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={numeric.includes(column) ? "numeric" : undefined}>
                {column === "" ? <span className="visually-hidden">Actions</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </TableScroll>
  );
}

/** A region that scrolls its content, also with the keyboard. @param props.label its accessible name */
export function TableScroll(props: {
  readonly label: string;
  readonly className?: string | undefined;
  /** Whether newer content is loading. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}) {
  const { label, className, isBusy = false, children } = props;
  return (
    <section
      className={className === undefined ? "table-scroll" : `table-scroll ${className}`}
      aria-label={label}
      aria-busy={isBusy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus
      tabIndex={0}
    >
      {children}
    </section>
  );
}
