import type { UseQueryResult } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { Link, useParams } from "react-router";
import type { answerOf, HeadcountClient } from "../../../../src/client/index.ts";
import type { Scope } from "../../../../src/domain/resources.ts";
import { DialogButton } from "../../components/button.tsx";
import { type DialogOf, formDialog } from "../../components/form/form-dialog.tsx";
import { Empty, QueryState } from "../../components/states.tsx";
import { readable } from "../../format.ts";
import type { Fetched } from "../../queries/resources.ts";
import { useMay } from "../../session.tsx";

/** A button that opens a dialog, for tokens with a scope. */
export function ScopedButton(props: ComponentProps<typeof DialogButton> & { readonly scope: Scope }) {
  const { scope, ...button } = props;
  return useMay(scope) && <DialogButton {...button} />;
}

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
    <section className="card stack gap-3" aria-labelledby={id}>
      <div className="row between">
        <Heading id={id}>{props.title}</Heading>
        {props.actions !== undefined && <div className="row gap-2">{props.actions}</div>}
      </div>
      {props.children}
    </section>
  );
}

/** A name and its value; a long value takes a whole line. */
export type FactItem = readonly [name: string, value: ReactNode, size?: "long"];

/** A list of names with their values. Leaves out empty values. */
export function Facts({ facts }: { readonly facts: readonly FactItem[] }) {
  const shown = facts.filter(([, value]) => value !== null && value !== "" && value !== false);
  return (
    <dl className="set-up-facts">
      {shown.map(([name, value, size]) => (
        <div key={name} className={size && "set-up-long-fact"}>
          <dt className="small soft">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The kinds of items that have a page. */
type Kind = "space" | "doorway" | "sensor" | "webhook";

/** The page of the item that the URL names, or the state of its list if the item is not there. */
export function ItemPage<Item>(props: {
  readonly kind: Kind;
  readonly list: UseQueryResult<readonly Item[]>;
  readonly idOf: (item: Item) => string;
  readonly children: (item: Item) => ReactNode;
}) {
  const { kind, list, idOf, children } = props;
  const { id } = useParams();
  if (list.data === undefined) return <QueryState query={list} />;
  const item = list.data.find((each) => idOf(each) === id);
  if (item === undefined)
    return (
      <Empty title={`${readable(kind)} not found`}>
        <Link to={`/set-up/${kind}s`}>All {kind}s</Link>
      </Empty>
    );
  return (
    <div key={id} className="stack set-up-detail">
      {children(item)}
    </div>
  );
}

/** The top of the page of one item: a link to the list, its name, a description and actions. */
export function ItemHeader(props: {
  readonly kind: Kind;
  readonly name: string;
  readonly about?: ReactNode;
  /** The dialogs that edit and delete the item; a sensor has none. */
  readonly dialogs?: { readonly edit: DialogOf; readonly remove: DialogOf };
  /** Other actions. */
  readonly children?: ReactNode;
}) {
  const { kind, name, about, dialogs, children } = props;
  return (
    <div className="row end between set-up-item-header">
      <div>
        <Link className="small set-up-back" to={`/set-up/${kind}s`}>
          ‹ All {kind}s
        </Link>
        <h2 className="break">{name}</h2>
        {about !== undefined && <p className="soft">{about}</p>}
      </div>
      {dialogs !== undefined && (
        <div className="row gap-2">
          {children}
          <ScopedButton scope="write" look="danger" dialog={dialogs.remove}>
            Delete
          </ScopedButton>
          <ScopedButton scope="write" look="primary" dialog={dialogs.edit}>
            Edit
          </ScopedButton>
        </div>
      )}
    </div>
  );
}

/** A button in a table row that opens a dialog. @param props.label its accessible name */
export function RowButton(props: {
  readonly action: string;
  readonly label: string;
  readonly dialog: DialogOf;
}) {
  const { action, label, dialog } = props;
  return (
    <DialogButton look="quiet" aria-label={label} dialog={dialog}>
      {action}
    </DialogButton>
  );
}

const COLOURS = { good: "band-busy", warn: "band-full", bad: "band-over", off: "" } as const;

/** A status with a colour. */
export function Status(props: { readonly colour: keyof typeof COLOURS; readonly children: ReactNode }) {
  return <span className={`status ${COLOURS[props.colour]}`}>{props.children}</span>;
}

/** Links to a sensor, or states that there is none. */
export function SensorLink({ serial }: { readonly serial: string | null }) {
  if (serial === null) return <span className="soft">No sensor</span>;
  return <Link to={`/set-up/sensors/${encodeURIComponent(serial)}`}>{serial}</Link>;
}

/** The button in a table row that voids an event or a reset, after a confirmation. */
export function VoidButton(props: {
  readonly kind: "event" | "reset";
  /** When it happened, as shown. */
  readonly time: string;
  readonly changed: readonly Fetched[];
  readonly request: (v2: HeadcountClient["v2"]) => Parameters<typeof answerOf>[0];
  readonly children: ReactNode;
}) {
  const { kind, time, changed, request, children } = props;
  const dialog = formDialog({
    title: `Void this ${kind}?`,
    action: `Void ${kind}`,
    isDangerous: true,
    initial: {},
    request,
    saved: () => ({ changed, message: `The ${kind} has been voided.` }),
    fields: () => (
      <p>
        {children} The server recomputes counts without this {kind}. This cannot be undone.
      </p>
    ),
  });
  return <RowButton action="Void" label={`Void the ${kind} of ${time}`} dialog={dialog} />;
}

/** Scrolls to the link to a page when the page changes. @returns the element that contains the link */
export function useScrollTo(
  path: string,
  inline: ScrollLogicalPosition = "nearest",
): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    element.current?.querySelector(`[href="${path}"]`)?.scrollIntoView({ block: "nearest", inline });
  }, [path, inline]);
  return element;
}
