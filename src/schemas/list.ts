import { z } from "zod";
import { ISSUES_LISTED_MAX } from "../domain/limits.ts";
import { Pacer } from "../engine/yielding.ts";

/**
 * An array that reads no further item once it has as many issues as an answer lists. Read asynchronously, it lets other
 * work of the event loop run between its items.
 */
const BoundedArray = z.core.$constructor<z.ZodArray>("BoundedArray", (schema, { element }) => {
  z.ZodArray.init(schema, schema._zod.def);
  const { parse } = schema._zod;
  schema._zod.parse = (payload, context) => {
    const items: unknown = payload.value;
    if (!Array.isArray(items)) return parse(payload, context);
    const read: unknown[] = [];
    payload.value = read;
    const readAt = (index: number) => element._zod.run({ value: items[index], issues: [] }, context);
    const take = (index: number, { issues, value }: z.core.ParsePayload) => {
      payload.issues.push(...z.core.util.prefixIssues(index, issues));
      read.push(value);
      return payload.issues.length < ISSUES_LISTED_MAX;
    };
    const readInTurns = async () => {
      const pacer = new Pacer();
      for (let index = 0; index < items.length && take(index, await readAt(index)); index++)
        await pacer.step();
      return payload;
    };
    if (context.async) return readInTurns();
    for (let index = 0; index < items.length; index++) {
      const result = readAt(index);
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      if (!take(index, result)) break;
    }
    return payload;
  };
});

/**
 * A list of any length. Of a list of wrong items only the first are read: a body has room for 100,000, and each issue
 * takes as long as reading hundreds of items.
 */
export function list<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return new BoundedArray({ type: "array", element: item }) as z.ZodArray<Item>;
}
