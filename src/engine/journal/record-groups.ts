import type { LogRecord } from "../ports.ts";

/** Groups of followed records that are stored in one transaction, in their order. */
export function groupsOf<T extends { readonly record: LogRecord }>(records: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (const each of records) {
    const last = groups.at(-1);
    if (last !== undefined && canJoin(last, each.record)) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** Whether what a record changes can be computed from the state before a group of others, and from these. */
function canJoin(group: readonly { readonly record: LogRecord }[], record: LogRecord): boolean {
  const withEvents = group.find((each) => each.record.events !== undefined)?.record;
  const areAlike =
    withEvents === undefined ||
    record.events === undefined ||
    withEvents.events?.isLive === record.events.isLive;
  const last = group.at(-1)?.record;
  return (
    areAlike &&
    (last === undefined || hasOnlyEvents(last)) &&
    hasOnlyEvents(record) &&
    record.now >= (last?.now ?? 0)
  );
}

/** Whether nothing but new events, and what follows from them, changes counts and messages. */
function hasOnlyEvents({ catalog, voided, load, logStart, acceptedLoss, notifications }: LogRecord): boolean {
  const others = [catalog, voided, load, logStart, acceptedLoss];
  const { marks = [], notified = [] } = notifications ?? {};
  return (
    others.every((part) => part === undefined) &&
    notified.length === 0 &&
    marks.every(({ sent }) => sent === null)
  );
}
