import { describe, expect, it } from "vitest";
import { z } from "zod";
import { issueMessage } from "../../src/schemas/read-value.ts";

/** What the validator says by itself, which no reader of the API or the console should see. */
const VALIDATOR_WORDS = /Invalid|Too (?:small|big)|expected|received|>=|<=|Unrecognized/;

const CASES: readonly (readonly [name: string, schema: z.ZodType, value: unknown, words: string])[] = [
  ["an empty text", z.string().min(1), "", "must not be empty"],
  ["a short text", z.string().min(3), "ab", "must have at least 3 characters"],
  ["a long text", z.string().max(2), "abc", "must have at most 2 characters"],
  ["a low number", z.number().min(0), -1, "must be at least 0"],
  ["a number at a bound that is excluded", z.number().gt(0), 0, "must be more than 0"],
  ["a high number", z.number().max(90), 91, "must be at most 90"],
  ["a number below an excluded bound", z.number().lt(2), 2, "must be less than 2"],
  ["a fraction", z.int(), 1.5, "must be a whole number"],
  ["a text in place of a number", z.number(), "1", "must be a number"],
  ["a number in place of a text", z.string(), 1, "must be a text"],
  ["a text in place of yes or no", z.boolean(), "yes", "must be true or false"],
  ["a text in place of a list", z.array(z.string()), "a", "must be a list"],
  ["a list in place of an object", z.object({}), [], "must be an object"],
  ["an empty list", z.array(z.string()).min(1), [], "must have at least one item"],
  ["a long list", z.array(z.number()).max(1), [1, 2], "must have at most 1 item"],
  ["an unknown choice", z.enum(["ASC", "DESC"]), "UP", 'must be one of "ASC", "DESC"'],
  ["another value than the only one", z.literal(1), 2, "must be 1"],
  ["an unknown field", z.strictObject({}), { a: 1 }, "has unknown fields: a"],
  ["a bad key", z.record(z.string().regex(/^a$/), z.string()), { b: "" }, "is not a valid name"],
  ["another step", z.number().multipleOf(5), 7, "must be a multiple of 5"],
  ["a bad form", z.string().regex(/^a$/), "b", "is not written as it must be"],
  [
    "no form of several",
    z.union([z.string(), z.number()]),
    true,
    "is none of the forms that are possible here",
  ],
];

describe("words for what the validator finds", () => {
  it.each(CASES)("%s", (_name, schema, value, words) => {
    const { error } = schema.safeParse(value, { error: issueMessage });
    const messages = error?.issues.map(({ message }) => message);
    expect(messages).toEqual([words]);
    expect(messages?.join()).not.toMatch(VALIDATOR_WORDS);
  });

  it("leaves a message of the schema's own as it is", () => {
    const schema = z.string({ error: "must be a name" });
    expect(schema.safeParse(1, { error: issueMessage }).error?.issues[0]?.message).toBe("must be a name");
  });
});
