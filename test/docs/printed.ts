import { expect } from "vitest";

/** Stands in printed text for what differs at each run, or is left out. */
const ELLIPSIS = "…";
/** Stands in an answer for an instant of the run itself, which no page can know. */
const RUNTIME = "<an instant of the run>";
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
/** Elements or keys that are left out of a printed JSON text. */
const REST = "\u0000rest";
/** Any value of a printed JSON text. */
const ANYTHING = "\u0000anything";

/**
 * Compares what a page prints with what came out; gives back what differs, null if nothing does.
 *
 * `…` stands for any characters of a line or text; alone on a line, for any number of lines; alone in JSON, for any
 * value, any further elements, or any further fields. An instant printed stands for any instant of the run.
 *
 * @param language `json` compares values, anything else lines
 * @param since when the run began, in ms: instants from then on are the run's
 */
export function differenceFrom(
  printed: string,
  output: string,
  language: string,
  since: number,
): string | null {
  const lines = output.replaceAll("\r", "");
  const actual = lines.replace(INSTANT, (instant) => (Date.parse(instant) >= since ? RUNTIME : instant));
  if (language !== "json") return lineDifference(printed.trimEnd().split("\n"), actual.trimEnd().split("\n"));
  try {
    return valueDifference(matcherOf(JSON.parse(withMarks(printed))), JSON.parse(actual));
  } catch (error) {
    return `${String(error)} in: ${actual}`;
  }
}

function lineDifference(printed: readonly string[], actual: readonly string[]): string | null {
  const pattern = printed.map((line) =>
    line.trim() === ELLIPSIS ? "(?:.*\n)*" : `${patternOf(line)}[ ]*\n`,
  );
  const whole = new RegExp(`^${pattern.join("")}$`);
  return whole.test(`${actual.join("\n")}\n`) ? null : `came out:\n${actual.join("\n")}`;
}

/** What Vitest compares an answer with: printed JSON, of which texts are patterns and marks stand for other values. */
function matcherOf(printed: unknown): unknown {
  if (printed === ANYTHING) return { asymmetricMatch: () => true };
  if (typeof printed === "string") return expect.stringMatching(new RegExp(`^${patternOf(printed)}$`, "s"));
  if (Array.isArray(printed)) {
    const gap = printed.indexOf(REST);
    if (gap === -1) return printed.map(matcherOf);
    const others = printed.toSpliced(gap, 1).map(matcherOf);
    return {
      asymmetricMatch: (actual: unknown[]) => {
        const isLeftOut = (index: number) => index >= gap && index < actual.length - (others.length - gap);
        const shown = actual.filter((_, index) => !isLeftOut(index));
        return valueDifference(others, shown) === null;
      },
    };
  }
  if (typeof printed !== "object" || printed === null) return printed;
  const { [REST]: rest, ...fields } = printed as Readonly<Record<string, unknown>>;
  const matchers = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, matcherOf(value)]),
  );
  return rest === undefined ? matchers : expect.objectContaining(matchers);
}

function valueDifference(matcher: unknown, actual: unknown): string | null {
  try {
    expect(actual).toStrictEqual(matcher);
    return null;
  } catch (error) {
    return String(error);
  }
}

/** A pattern for a printed text: its instants may be the run's, its ellipses are anything on a line. */
function patternOf(text: string): string {
  const literal = (part: string) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(ELLIPSIS, ".*");
  const instants = [...text.matchAll(INSTANT)].map(([instant]) => `(?:${literal(instant)}|${RUNTIME})`);
  const between = text.split(INSTANT).map(literal);
  return between.map((part, index) => `${part}${instants[index] ?? ""}`).join("");
}

/** A printed JSON text with a mark in place of each ellipsis that is not within a text. */
function withMarks(printed: string): string {
  const open: string[] = [];
  let before = "";
  return printed.replace(/"(?:\\.|[^"\\])*"|\S/g, (token) => {
    if (token === "{" || token === "[") open.push(token);
    if (token === "}" || token === "]") open.pop();
    const previous = before;
    before = token;
    if (token !== ELLIPSIS) return token;
    if (previous === ":" || open.length === 0) return JSON.stringify(ANYTHING);
    return open.at(-1) === "{" ? `${JSON.stringify(REST)}:0` : JSON.stringify(REST);
  });
}
