import { answerOf, type HeadcountClient } from "../../../src/client/index.ts";
import { saveFile } from "../save-file.ts";
import { type CountsQuery, parametersOf, SPACES_MAX } from "./counts.ts";

/** Excel recognizes UTF-8 by the byte order mark. */
const MARK = "\uFEFF";

/**
 * Saves the counts of spaces as one CSV file for Excel: with local times and the names of the spaces. More spaces than a
 * request may have (D22) take several requests.
 *
 * @throws Problem if the server rejects the request
 */
export async function saveForExcel(
  v2: HeadcountClient["v2"],
  spaceIds: readonly string[],
  query: CountsQuery,
  name: string,
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
  saveFile(new Blob(parts, { type: "text/csv" }), name);
}
