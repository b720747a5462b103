import type { ReactNode } from "react";
import { TableScroll } from "./table-scroll.tsx";

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
