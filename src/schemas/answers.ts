import { z } from "zod";
import { formatId, type IdKind } from "../domain/ids.ts";
import { formatInstant } from "../domain/instant.ts";
import { v1Schemas, v2Schemas } from "./fields.ts";

export const text = z.string();
export const textOrNull = text.nullable();

export const intOrNull = z.int().nullable();

export function idOrNull(kind: IdKind, id: bigint | null | undefined): string | null {
  return id == null ? null : formatId(kind, id);
}

export function instantOrNull(instant: number | null | undefined): string | null {
  return instant == null ? null : formatInstant(instant);
}

/** A value with all that it contains read-only: answers are only written as JSON. */
type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

type Fields<Shape extends z.ZodRawShape, Item, Context> = {
  readonly [Name in keyof Shape]: readonly [
    schema: Shape[Name],
    read: (item: Item, context: Context) => Immutable<z.output<Shape[Name]>>,
  ];
};

/**
 * The answer for items of a type: its schema, the function that presents an item by its fields, and `with`, which
 * gives both for a resource. `Context` has the other parts that fields are read from.
 *
 * @param names the name of the schema in the OpenAPI document of each version
 * @returns a function of the fields: TypeScript infers their types only in a call of their own
 */
export function answerOf<Item, Context = void>(names: { readonly v1?: string; readonly v2?: string } = {}) {
  return <Shape extends z.ZodRawShape>(fields: Fields<Shape, Item, Context>) => {
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
    const presentWith = (context: Context) => ({
      schema,
      present: (items: readonly Item[]) => items.map((item) => present(item, context)),
    });
    return { fields, schema, present, with: presentWith };
  };
}
