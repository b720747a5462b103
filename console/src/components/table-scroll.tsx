import type { ReactNode } from "react";

/**
 * A region that scrolls what is wider or higher than its place; the keyboard reaches it.
 *
 * @param props.label what it holds, for who cannot see it
 */
export function TableScroll(props: {
  readonly label: string;
  readonly className?: string;
  /** Something newer is on its way. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}) {
  const { label, className, isBusy = false, children } = props;
  return (
    <section
      className={className === undefined ? "table-scroll" : `table-scroll ${className}`}
      aria-label={label}
      aria-busy={isBusy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard
      tabIndex={0}
    >
      {children}
    </section>
  );
}
