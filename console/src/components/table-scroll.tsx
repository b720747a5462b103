import type { ReactNode } from "react";

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
