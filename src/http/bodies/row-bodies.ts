import { z } from "zod";
import type { SerialQueue } from "../../domain/serial-queue.ts";
import { yieldToEventLoop } from "../../engine/yielding.ts";
import { atOnce, type RowLayout, withoutByteOrderMark } from "../../formats/in/json-rows.ts";
import { documented, type JsonSchema } from "../../schemas/fields.ts";
import { MEDIA_TYPES } from "../representation.ts";
import { addBodyParser, type BodyParsers, type BodyReader } from "./bodies.ts";

export const ROW_MEDIA_TYPES = [MEDIA_TYPES.json, "application/x-ndjson"] as const;

/** A batch whose rows have been checked one by one: an invalid row does not affect the others. */
export function checkedRows<Rows>(checked: new (...given: never[]) => Rows, items: JsonSchema) {
  const rows = z.custom<Rows>((body) => body instanceof checked, {
    error: ({ input }) => (input === undefined ? undefined : "must be an array"),
  });
  return documented(rows, { type: "array", items });
}

/** Bodies of at least this length are read in turns. */
const PACED_BODY_BYTES_MIN = 16 * 1024;

/** Accepts bodies of many rows, a JSON array or NDJSON; a long body is read in turns with other requests. */
export function addRowBodies<Rows>(
  app: BodyParsers & { removeContentTypeParser(type: string): void },
  bodies: BodyReader,
  read: (bytes: Buffer, layout: RowLayout) => Generator<void, Rows>,
): void {
  const decodeAs = (layout: RowLayout) => (body: Buffer) => {
    const rows = read(withoutByteOrderMark(body), layout);
    return body.length < PACED_BODY_BYTES_MIN ? atOnce(rows) : inTurns(rows, bodies.turns);
  };
  const [array, lines] = ROW_MEDIA_TYPES;
  app.removeContentTypeParser(array);
  addBodyParser(app, array, bodies, decodeAs("array"));
  addBodyParser(app, lines, bodies, decodeAs("lines"));
}

async function inTurns<Result>(task: Generator<void, Result>, turns: SerialQueue): Promise<Result> {
  for (;;) {
    await turns.run(yieldToEventLoop);
    const step = task.next();
    if (step.done) return step.value;
  }
}
