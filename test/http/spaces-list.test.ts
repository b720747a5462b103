import { describe, expect, it } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { createSpace } from "../../src/engine/resources/spaces.ts";
import { type Body, type TestApi, testApi } from "../support/http.ts";

const SPACES = 10_000;
const PAGE_SIZE = 1000;

/** An API with many spaces, shown without being saved: one by one they would take seconds to make. */
async function apiWithSpaces(): Promise<TestApi> {
  const api = await testApi();
  const { catalog } = api.context;
  const first = await createSpace(api.context, { name: "Space 0" });
  const schedule = must(catalog.schedulesOfSpace.of(first.id)[0], "schedule");
  let { nextId } = catalog;
  const spaces = Array.from({ length: SPACES - 1 }, (_, index) => {
    return { ...first, id: nextId++, name: `Space ${index + 1}` };
  });
  const schedules = spaces.map((space) => ({ ...schedule, id: nextId++, spaceId: space.id }));
  catalog.apply({ put: { space: spaces, schedule: schedules }, nextId });
  return api;
}

describe("D16: a list of 10,000 spaces", () => {
  it("pages through in order of creation, each once, while spaces are added and changed", async () => {
    const api = await apiWithSpaces();
    const seen: Body[] = [];
    let added = 0;
    let url: string | null = `/v2/spaces/?page_size=${PAGE_SIZE}`;
    while (url !== null) {
      const adding = [1, 2, 3].map((index) => api.create("/v2/spaces/", { name: `New ${added + index}` }));
      // One that has been listed, and one that has not.
      const changing = [0, SPACES - 1].map((index) =>
        createdId(index).then((id) => api.put(`/v2/spaces/${id}/`, { notes: `changed ${added}` })),
      );
      const { body }: { body: Body } = await api.get(url);
      await Promise.all([...adding, ...changing]);
      expect(body.total).toBeGreaterThanOrEqual(SPACES + added);
      added += adding.length;
      expect(body.total).toBeLessThanOrEqual(SPACES + added);
      seen.push(...body.results);
      url = body.next;
    }
    expect(seen.slice(0, SPACES).map(({ name }) => name)).toEqual(
      Array.from({ length: SPACES }, (_, index) => `Space ${index}`),
    );
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.slice(SPACES).map(({ name }) => name)).toEqual(
      Array.from({ length: seen.length - SPACES }, (_, index) => `New ${index + 1}`),
    );
    expect(added).toBe(33);
    // What has been listed stands on the same pages still.
    for (const page of [1, 7]) {
      const { body } = await api.get(`/v2/spaces/?page_size=${PAGE_SIZE}&page=${page}`);
      const before = seen.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
      expect(body.results.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    }
    const brief = await api.get(`/v1/spaces/?page_size=${PAGE_SIZE}&page=10`);
    expect(brief.body.results.map(({ id }) => id)).toEqual(seen.slice(9000, SPACES).map(({ id }) => id));

    async function createdId(index: number): Promise<string> {
      return `spc_${api.context.catalog.spaces.all()[index]?.id}`;
    }
  });
});
