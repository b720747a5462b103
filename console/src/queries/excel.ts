import { answerOf, type HeadcountClient } from "../../../src/client/index.ts";
import { saveFile } from "../save-file.ts";
import { type CountsQuery, parametersOf } from "./counts.ts";

/**
 * Saves the counts of spaces as one CSV file for Excel: with local times and the names of the spaces.
 *
 * @param spaceIds at most 200 (D22)
 * @throws Problem if the server rejects the request
 */
export async function saveForExcel(
  v2: HeadcountClient["v2"],
  spaceIds: readonly string[],
  query: CountsQuery,
  name: string,
): Promise<void> {
  const params = { query: { ...parametersOf(query), space_id: [...spaceIds], csv: "excel" as const } };
  const options = { params, headers: { accept: "text/csv" }, parseAs: "blob" } as const;
  saveFile((await answerOf(v2.GET("/v2/counts/", options))) as unknown as Blob, name);
}
