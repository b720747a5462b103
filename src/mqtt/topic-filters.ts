import { createHash } from "node:crypto";
import { invalid } from "../domain/errors.ts";
import { isMqttAdapter, MQTT_ADAPTERS, type MqttAdapterName } from "./mqtt-adapters.ts";

/** A topic filter, and the adapter that translates the messages of its topics. */
export interface AdapterFilter {
  readonly adapter: MqttAdapterName;
  readonly filter: string;
}

/** The longest topic filter of MQTT, in bytes. */
const FILTER_BYTES_MAX = 65_535;

/**
 * Reads topic filters, each `<adapter>=<topic filter>` (D33). A text may have several, between white space.
 *
 * @throws HeadcountError `invalid` that says what to write
 */
export function adapterFilters(texts: readonly string[]): AdapterFilter[] {
  const filters = texts.flatMap((text) => text.trim().split(/\s+(?=[\w-]+=)/)).map(adapterFilter);
  for (const [index, { adapter, filter }] of filters.entries())
    if (filters.findIndex((other) => other.adapter === adapter && other.filter === filter) < index)
      throw wrong(`${adapter}=${filter}`, "is given twice");
  return filters;
}

function adapterFilter(text: string): AdapterFilter {
  const [, adapter = "", filter = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (filter === "")
    throw wrong(text, "must be an adapter and a topic filter, such as milesight=counters/+/data");
  if (!isMqttAdapter(adapter))
    throw wrong(
      text,
      `has an unknown adapter; the adapters are ${Object.keys(MQTT_ADAPTERS).sort().join(", ")}`,
    );
  const fault = filterFault(filter);
  if (fault !== null) throw wrong(text, fault);
  return { adapter, filter };
}

function filterFault(filter: string): string | null {
  if (Buffer.byteLength(filter) > FILTER_BYTES_MAX) return `has more than ${FILTER_BYTES_MAX} bytes`;
  if (filter.includes("\0")) return "has a NUL character";
  if (filter.startsWith("$share/"))
    return "is a shared subscription, which other clients get a part of; write the filter without $share/<name>/";
  const levels = filter.split("/");
  if (levels.slice(0, -1).some((level) => level.includes("#")))
    return "must have # at its end only, such as counters/#";
  if (levels.some((level) => level.length > 1 && /[#+]/.test(level)))
    return "must have + and # alone between slashes, such as counters/+/data or counters/#";
  return null;
}

function wrong(text: string, message: string): Error {
  return invalid("mqtt-topic", `${JSON.stringify(text)} ${message}`);
}

/** Whether a topic, or all topics of another filter, are topics of a filter. */
export function covers(filter: string, other: string): boolean {
  const [mine, theirs] = [filter.split("/"), other.split("/")];
  if (isSystem(mine, theirs)) return false;
  for (let at = 0; ; at++) {
    const [level, covered] = [mine[at], theirs[at]];
    if (level === "#") return true;
    if (level === undefined || covered === undefined) return level === covered;
    if (covered === "#" || (level !== "+" && level !== covered)) return false;
  }
}

/** Whether there are topics of both filters. */
export function overlap(filter: string, other: string): boolean {
  const [mine, theirs] = [filter.split("/"), other.split("/")];
  if (isSystem(mine, theirs) || isSystem(theirs, mine)) return false;
  for (let at = 0; ; at++) {
    const [level, covered] = [mine[at], theirs[at]];
    if (level === "#" || covered === "#") return true;
    if (level === undefined || covered === undefined) return level === covered;
    if (level !== "+" && covered !== "+" && level !== covered) return false;
  }
}

/** Topics that begin with $ are the broker's own, and a wildcard does not stand for their first level. */
function isSystem([first]: readonly string[], [other]: readonly string[]): boolean {
  return (first === "#" || first === "+") && other?.startsWith("$") === true;
}

/**
 * The identifier of a filter's subscription, which the broker sends with each of its messages. It depends on the filter
 * alone: messages may have been waiting since a start with other filters.
 */
export function subscriptionId(filter: string): number {
  // MQTT allows 1 to 268,435,455.
  return createHash("sha256").update(filter).digest().readUInt32BE() >>> 4 || 1;
}

/**
 * The adapters that take a message, each once.
 *
 * A broker may send a message once for each filter that it fits, or once for all of them. Its subscription identifiers
 * tell: an adapter takes the message that comes for the first filter of it.
 *
 * @param filters those whose messages come
 * @param subscriptionIds null if the broker does not send them: then a message must come once
 */
export function adaptersOf(
  filters: readonly AdapterFilter[],
  topic: string,
  subscriptionIds: readonly number[] | null,
): MqttAdapterName[] {
  const first = new Map<MqttAdapterName, string>();
  for (const { adapter, filter } of filters)
    if (!first.has(adapter) && covers(filter, topic)) first.set(adapter, filter);
  return [...first]
    .filter(([, filter]) => subscriptionIds === null || subscriptionIds.includes(subscriptionId(filter)))
    .map(([adapter]) => adapter);
}

/**
 * How to subscribe to some filters.
 *
 * @param hasIds whether the broker sends the identifiers of subscriptions: without, a message must come once
 * @returns those to subscribe to, and those that must not be subscribed to, with the reason
 */
export function subscriptionPlan(filters: readonly AdapterFilter[], hasIds: boolean) {
  const all = [...new Set(filters.map(({ filter }) => filter))];
  if (hasIds) return { subscribed: all, refused: new Map<string, string>() };
  const widest = all.filter((filter) => !all.some((other) => other !== filter && covers(other, filter)));
  const subscribed: string[] = [];
  const refused = new Map<string, string>();
  for (const filter of widest) {
    const other = subscribed.find((each) => overlap(each, filter));
    if (other === undefined) subscribed.push(filter);
    else
      refused.set(
        filter,
        `some topics fit ${other}, too, and the broker, which has no subscription identifiers (MQTT 5), may send their ` +
          "messages twice; write filters that have no topics in common, or one for both",
      );
  }
  return { subscribed, refused };
}
