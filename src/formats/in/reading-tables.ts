import {
  OPTIONAL_READING_FIELDS,
  READING_FIELDS,
  type ReadingField,
  type ReadingLayout,
} from "../../domain/reading-layout.ts";
import { type ChosenFields, chooseColumns, hasColumns } from "./field-expressions.ts";
import { type TextRows, unreadable } from "./input-file.ts";
import { COUNT_FIELDS } from "./reading-rows.ts";
import { isHourOfDay } from "./time-labels.ts";

/** What columns name that are of no door: statistics, and what is counted. */
const NO_DOOR = new RegExp(
  "^((grand|sub)?totals?|sum|all|overall|average|avg|mean|max(imum)?|min(imum)?|peak|cumulative|net|daily|hourly|" +
    "last year|previous|people|persons?|visitors?|visits?|customers?|guests?|counts?|traffic|footfall|number|no|" +
    "adults?|child(ren)?|kids|males?|females?|men|women|staff|employees?|unknown|bikes?|vehicles?|cars?|gesamt|summe)$",
  "i",
);

/** Columns of hours or days side by side. Fewer hours may be a row of values. */
const HOURS_MIN = 4;
const DAY =
  /^(\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./]\d{2,4}|mon|tue|wed|thu|fri|sat|sun|(mon|tues|wednes|thurs|fri|satur|sun)day)$/i;
const UNPIVOT =
  "give each hour a row of its own (date, hour, in, out), as unpivoting in a spreadsheet program does";
const ONE_DOOR = "--sensor and --map load one door";

/**
 * Chooses the columns of a file of readings: once for each door, if it has two columns for each, such as `North In` and
 * `North Out`.
 *
 * @param hasOthers whether rows may have other columns than the known ones
 * @throws HeadcountError `unreadable-input` if a column is missing, or the hours or days are columns
 */
export function readingTables(
  file: string,
  { names, where, isExact }: TextRows,
  layout: ReadingLayout,
  hasOthers: boolean,
): readonly ChosenFields<ReadingField>[] {
  const { fields, kind, interval, candidates } = layout;
  const naming = { where, isExact, hasOthers };
  const optional = interval === null ? OPTIONAL_READING_FIELDS : [...OPTIONAL_READING_FIELDS, "to" as const];
  const wanted = { names: READING_FIELDS[kind], optional, candidates };
  const choose = (chosen: ReadingLayout["fields"]) =>
    chooseColumns(file, names, { ...wanted, fields: { ...fields, ...chosen } }, naming);
  const isKnown = (field: ReadingField) =>
    fields[field] !== undefined ||
    [{ columns: [field] }, ...(candidates[field] ?? [])].some((each) => hasColumns(each, names, isExact));
  const counts = COUNT_FIELDS[kind];
  if (isExact || counts.some(isKnown)) return [choose({})];
  const texts = names.map((name) => name.trim().replace(/^h(our)? ?(?=\d)/i, ""));
  const hours = /^\d/.test(texts[0] ?? "") ? [] : texts.filter(isHourOfDay);
  if (hours.length >= HOURS_MIN || texts.filter((text) => DAY.test(text)).length > 1)
    throw unreadable(file, `its columns are hours or days (${names.slice(1, 4).join(", ")}, …): ${UNPIVOT}`);
  const doors = kind === "totals" || isKnown("serial_number") ? [] : [...doorsOf(file, names, layout)];
  if (doors.length > 0) return doors.map(([door, columns]) => choose(sourcesOf(file, door, columns)));
  choose({});
  const why = `it has no column ${counts.join(" or ")}; ${where} ${names.join(", ")}`;
  throw unreadable(file, why, { remedy: "map-columns" });
}

type DoorColumns = Partial<Record<(typeof COUNT_FIELDS.intervals)[number], string>>;

/** The doors that columns name with a direction: `North In`, `North (Out)`, `Exits - North`. */
function doorsOf(file: string, names: readonly string[], layout: ReadingLayout): Map<string, DoorColumns> {
  const doors = new Map<string, DoorColumns>();
  for (const direction of COUNT_FIELDS.intervals) {
    const known = (layout.candidates[direction] ?? []).flatMap((each) =>
      "columns" in each ? each.columns : [],
    );
    const word = `(?:${[direction, ...known].join("|")})`;
    const pattern = new RegExp(`^(?:(.+?)[\\s_:/.–-]+${word}|${word}[\\s_:/.–-]+(.+))$`, "i");
    for (const name of names) {
      const [, first, door = first] = pattern.exec(name.replaceAll(/[()[\]]/g, " ").trim()) ?? [];
      if (door === undefined || NO_DOOR.test(door)) continue;
      const { [direction]: other, ...columns } = doors.get(door) ?? {};
      if (other !== undefined)
        throw unreadable(file, `it has two columns for ${door}, ${other} and ${name}; ${ONE_DOOR}`);
      doors.set(door, { ...columns, [direction]: name });
    }
  }
  return doors;
}

function sourcesOf(file: string, door: string, columns: DoorColumns): ReadingLayout["fields"] {
  const { in: entered, out } = columns;
  if (entered === undefined || out === undefined)
    throw unreadable(file, `it has a column per door, but only ${entered ?? out} for ${door}; ${ONE_DOOR}`);
  return { in: { columns: [entered] }, out: { columns: [out] }, serial_number: { value: door } };
}
