import { z } from "zod";
import { META_DEPTH_MAX, META_LENGTH_MAX } from "../domain/limits.ts";
import type { Json } from "../domain/resources.ts";
import { documented } from "./fields.ts";

/** A space's `meta`: any JSON within the limits, which is answered as it was sent. */
export const meta = documented(
  z
    .custom<Json>(isModest, {
      error: `must have at most ${META_DEPTH_MAX} levels and ${META_LENGTH_MAX} characters`,
      abort: true,
    })
    .superRefine((value, context) => {
      const path = infiniteNumber(value);
      const message = "is a number beyond 1.8e308; send it as a text";
      if (path !== null) context.addIssue({ code: "custom", path: [...path], message });
    }),
  { description: "Any JSON" },
);

function isModest(value: unknown): boolean {
  let nested = [value].filter(isContainer);
  for (let depth = 0; nested.length > 0; depth++) {
    if (depth === META_DEPTH_MAX) return false;
    nested = nested.flatMap((each) => Object.values(each)).filter(isContainer);
  }
  return JSON.stringify(value).length <= META_LENGTH_MAX;
}

/** The path of a number that was parsed as infinite, which JSON cannot write; null where there is none. */
function infiniteNumber(value: unknown): readonly string[] | null {
  if (typeof value === "number") return Number.isFinite(value) ? null : [];
  for (const [key, each] of Object.entries(isContainer(value) ? value : {})) {
    const path = infiniteNumber(each);
    if (path !== null) return [key, ...path];
  }
  return null;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
