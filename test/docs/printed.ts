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
    return valueDifference(JSON.parse(withMarks(printed)), JSON.parse(actual), "$");
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

function valueDifference(printed: unknown, actual: unknown, path: string): string | null {
  if (printed === ANYTHING) return null;
  if (typeof printed === "string" && typeof actual === "string") {
    return new RegExp(`^${patternOf(printed)}$`, "s").test(actual) ? null : differs(path, printed, actual);
  }
  if (Array.isArray(printed) && Array.isArray(actual)) return listDifference(printed, actual, path);
  if (isObject(printed) && isObject(actual)) return objectDifference(printed, actual, path);
  return Object.is(printed, actual) ? null : differs(path, printed, actual);
}

function listDifference(
  printed: readonly unknown[],
  actual: readonly unknown[],
  path: string,
): string | null {
  const gap = printed.indexOf(REST);
  const head = gap === -1 ? printed : printed.slice(0, gap);
  const tail = gap === -1 ? [] : printed.slice(gap + 1);
  const fits = gap === -1 ? head.length === actual.length : head.length + tail.length <= actual.length;
  if (!fits) return differs(`${path}.length`, printed.length, actual.length);
  const offset = actual.length - tail.length;
  const differences = [
    ...head.map((each, index) => valueDifference(each, actual[index], `${path}[${index}]`)),
    ...tail.map((each, index) => valueDifference(each, actual[offset + index], `${path}[${offset + index}]`)),
  ];
  return differences.find((each) => each !== null) ?? null;
}

function objectDifference(
  printed: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
  path: string,
): string | null {
  const names = new Set([...Object.keys(printed), ...(REST in printed ? [] : Object.keys(actual))]);
  names.delete(REST);
  for (const name of names) {
    if (!(name in printed)) return `${path}.${name} is not printed, and is ${JSON.stringify(actual[name])}`;
    if (!(name in actual)) return `${path}.${name} is printed, and did not come`;
    const difference = valueDifference(printed[name], actual[name], `${path}.${name}`);
    if (difference !== null) return difference;
  }
  return null;
}

function differs(path: string, printed: unknown, actual: unknown): string {
  return `${path}: ${JSON.stringify(printed)} is printed, ${JSON.stringify(actual)} came`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
