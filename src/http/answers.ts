import { z } from "zod";
import { must } from "../domain/errors.ts";
import { formatId, type IdKind } from "../domain/ids.ts";
import { formatInstant } from "../domain/instant.ts";
import type { Link } from "../domain/resources.ts";
import type { Catalog } from "../engine/catalog/catalog.ts";
import { openLinks } from "../engine/catalog/resource-lists.ts";
import { sensorPlacement, v1Schemas, v2Schemas } from "../schemas/fields.ts";
import type { Answers } from "./resource-routes.ts";

/** The schemas of texts in answers: of names, ids and instants. */
export const text = z.string();
export const textOrNull = text.nullable();

/** An id as answers have it. */
export function idOrNull(kind: IdKind, id: bigint | null | undefined): string | null {
  return id == null ? null : formatId(kind, id);
}

/** An instant as answers have it. */
export function instantOrNull(instant: number | null | undefined): string | null {
  return instant == null ? null : formatInstant(instant);
}

/** What an open link leads to, as version 2 answers it with a space or a doorway. */
export const linked = z.object({ id: text, name: text, link_id: text, sensor_placement: sensorPlacement });

/** The resources of a kind that open links lead to. */
export function linkedBy(catalog: Catalog, kind: "space" | "doorway", links: readonly Link[]) {
  return openLinks(links).map((link): z.output<typeof linked> => {
    const id = kind === "space" ? link.spaceId : link.doorwayId;
    return {
      id: formatId(kind, id),
      name: must(catalog.row(kind, id), kind).name,
      link_id: formatId("link", link.id),
      sensor_placement: link.sensorPlacement,
    };
  });
}

/** A value with all that it contains read-only: answers are only written as JSON. */
type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

/** The fields of an answer: the schema of each, and how it is read from the item that is answered. */
type Fields<Shape extends z.ZodRawShape, Item, Context> = {
  readonly [Name in keyof Shape]: readonly [
    schema: Shape[Name],
    read: (item: Item, context: Context) => Immutable<z.output<Shape[Name]>>,
  ];
};

/**
 * The answer for items of a type: its schema, the function that presents an item by its fields, and `with`, which
 * gives both for a resource. `Context` has the parts of the engine that fields are read with.
 */
export function answerOf<Item, Context = void>() {
  /** @param names the name of the schema in the OpenAPI document of each version */
  return <Shape extends z.ZodRawShape>(
    names: { readonly v1?: string; readonly v2?: string },
    fields: Fields<Shape, Item, Context>,
  ) => {
    const readers = Object.entries(fields).map(([name, [, read]]) => [name, read] as const);
    const schemas = Object.entries(fields).map(([name, [schema]]) => [name, schema] as const);
    const schema = z.object(Object.fromEntries(schemas) as unknown as Shape);
    if (names.v1 !== undefined) schema.register(v1Schemas, { id: names.v1 });
    if (names.v2 !== undefined) schema.register(v2Schemas, { id: names.v2 });
    const present = (item: Item, context: Context) => {
      const answer: Record<string, unknown> = {};
      for (const [name, read] of readers) answer[name] = read(item, context);
      return answer as z.output<z.ZodObject<Shape>>;
    };
    const presentWith = (context: Context): Answers<Item> => ({
      schema,
      present: (items) => items.map((item) => present(item, context)),
    });
    return { fields, schema, present, with: presentWith };
  };
}
