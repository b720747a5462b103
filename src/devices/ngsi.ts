import { z } from "zod";
import type { TranslatedMessage } from "../domain/reading.ts";
import { readingTime } from "../domain/reading-time.ts";
import { list } from "../schemas/list.ts";
import { type Adapter, IGNORED, intervalOf, joined, type Span, unusable } from "./adapter.ts";
import { numberOf, parseJson, record } from "./message-fields.ts";

const ENTITIES = z.union([list(record), record.transform((entity) => [entity])]);
/** A notification of a context broker of either version, or a batch of version 2. */
const NOTIFICATION = z.union([
  z.object({ data: ENTITIES }).transform(({ data }) => data),
  z.object({ entities: ENTITIES }).transform(({ entities }) => entities),
]);
const MESSAGE = z.union([NOTIFICATION, ENTITIES]);

const PROPERTY = z.object({ value: z.unknown() });
const DATE_TIME = z.object({ "@value": z.unknown() });

/**
 * Entities `CrowdFlowObserved` of NGSI-LD and NGSI v2, normalized or as key values: each is an interval of the line
 * that has the entity's id. Those who walk towards are in, away out. Entities of other types are ignored.
 */
export const ngsi: Adapter = ({ body }) => {
  const message = MESSAGE.safeParse(parseJson(body));
  if (!message.success) throw unusable("is not an entity or a notification of NGSI");
  return joined(message.data.map(readEntity));
};

function readEntity(entity: z.infer<typeof record>): TranslatedMessage {
  const parts = new Map(Object.entries(entity).map(([name, part]) => [shortName(name), part]));
  const attributes = { get: (name: string) => plainValue(parts.get(name)) };
  const id = attributes.get("id");
  const types = [attributes.get("type")].flat();
  if (typeof id !== "string" || !types.every((type) => typeof type === "string"))
    throw unusable("is not an entity or a notification of NGSI");
  const isFlow = types.some((type) => shortName(type) === "CrowdFlowObserved");
  return isFlow && id.trim() !== "" ? readFlow(id.trim(), attributes) : IGNORED;
}

/** The plain values of the attributes of an entity. */
type Attributes = Pick<ReadonlyMap<string, unknown>, "get">;

/** A name without the address of its vocabulary. */
function shortName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("#")) + 1);
}

/** The value of an attribute in any form; undefined if it is null. */
function plainValue(attribute: unknown): unknown {
  const property = PROPERTY.safeParse(attribute);
  const value = property.success ? property.data.value : attribute;
  const dateTime = DATE_TIME.safeParse(value);
  const plain = dateTime.success ? dateTime.data["@value"] : value;
  return plain === null || plain === "urn:ngsi-ld:null" ? undefined : plain;
}

function readFlow(serialNumber: string, attributes: Attributes): TranslatedMessage {
  const countOf = (name: string) => numberOf(attributes.get(name));
  const [towards, away, people] = ["peopleCountTowards", "peopleCountAway", "peopleCount"].map(countOf);
  const counts = countsOf(towards ?? null, away ?? null, people ?? null, attributes.get("direction"));
  if (counts === null) return IGNORED;
  return intervalOf(serialNumber, observationOf(attributes), counts);
}

/** Who passed, by direction; a count of all people has the usual direction of the entity, if it has one. */
function countsOf(towards: number | null, away: number | null, people: number | null, direction: unknown) {
  if (towards !== null || away !== null) return { in: towards, out: away, isUndirected: false };
  if (people === null) return null;
  if (direction === "outbound") return { in: null, out: people, isUndirected: false };
  return { in: people, out: null, isUndirected: direction !== "inbound" };
}

/** From `dateObservedFrom` to `dateObservedTo`, else the interval of `dateObserved`: two times with a `/` between. */
function observationOf(attributes: Attributes): Span {
  const [start, end] = [attributes.get("dateObservedFrom"), attributes.get("dateObservedTo")];
  const observed = attributes.get("dateObserved");
  const hasParts = start !== undefined || end !== undefined || typeof observed !== "string";
  const [from, to] = (hasParts ? [start, end] : observed.split("/")).map(readingTime);
  return { from: from ?? null, to: to ?? null };
}
