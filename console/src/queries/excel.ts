import { answerOf, type HeadcountClient } from "../../../src/client/index.ts";
import { hasDecimalCommas } from "../preferences.ts";
import { saveFile } from "../save-file.ts";
import { type CountsQuery, parametersOf, SPACES_MAX } from "./counts.ts";

/** Excel recognizes UTF-8 by the byte order mark. */
const MARK = "\uFEFF";

/**
 * Saves the counts of spaces as one CSV file for Excel: with local times and the names of the spaces. More spaces than a
 * request may have (D22) take several requests.
 *
 * @param language of the person, as Excel has it
 *
 * @throws Problem if the server rejects the request
 */
export async function saveForExcel(
  v2: HeadcountClient["v2"],
  spaceIds: readonly string[],
  query: CountsQuery,
  name: string,
  language = navigator.language,
): Promise<void> {
  const parts: string[] = [];
  for (let first = 0; first < spaceIds.length; first += SPACES_MAX) {
    const space_id = spaceIds.slice(first, first + SPACES_MAX);
    const params = { query: { ...parametersOf(query), space_id, csv: "excel" as const } };
    const options = { params, headers: { accept: "text/csv" }, parseAs: "text" } as const;
    const text = String(await answerOf(v2.GET("/v2/counts/", options)));
    // The decoder has removed the mark. The first part has the header.
    parts.push(first === 0 ? MARK + text : text.slice(text.indexOf("\n") + 1));
  }
  const content = hasDecimalCommas(language) ? [await withCommas(parts.join(""))] : parts;
  saveFile(new Blob(content, { type: "text/csv" }), name);
}

const DECIMAL = /^-?\d+\.\d+$/;

/** CSV with decimal commas, and with semicolons between fields. The first column has names, which are not changed. */
async function withCommas(text: string): Promise<string> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const { stringify } = await import("csv-stringify/browser/esm/sync");
  const rows: string[][] = parse(text, { bom: true });
  const fields = rows.map(([name = "", ...others]) => [
    name,
    ...others.map((field) => (DECIMAL.test(field) ? field.replace(".", ",") : field)),
  ]);
  return stringify(fields, { bom: true, delimiter: ";", record_delimiter: "windows" });
}
