import { it } from "vitest";
import { PATH_PART_LENGTH_MAX } from "../../src/domain/limits.ts";
import { expectProblem, testApi } from "../support/http.ts";

it("a part of a path may have so many characters, decoded; with one more it names nothing", async () => {
  const api = await testApi();
  for (const character of ["s", "ü"]) {
    const [longest, longer] = [PATH_PART_LENGTH_MAX, PATH_PART_LENGTH_MAX + 1].map(
      (length) => `/v2/sensors/${encodeURIComponent(character.repeat(length))}/`,
    ) as [string, string];
    expectProblem(await api.get(longest), 404, /^sensor "[sü]+" does not exist$/);
    expectProblem(await api.get(longer), 404, /^GET \/v2\/sensors\/.* does not exist$/);
    expectProblem(await api.post(longest), 405);
    expectProblem(await api.post(longer), 404);
  }
});
