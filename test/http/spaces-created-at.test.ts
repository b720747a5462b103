import { expect, it } from "vitest";
import { NOW, testSite } from "../support/http.ts";

/** A hall that was made at 12:00. */
async function hall() {
  const { api, ...ids } = await testSite();
  const url = `/v2/spaces/${ids.space}/`;
  const createdAt = async () => {
    const { body } = await api.get(url);
    const [listed] = (await api.get("/v2/spaces/")).body.results;
    expect(listed?.created_at).toBe(body.created_at);
    return body.created_at;
  };
  return { api, ...ids, url, createdAt };
}

it("D27: a space's created_at is that of its first change, if history is loaded after set-up", async () => {
  const { api, url, createdAt } = await hall();
  expect(await createdAt()).toBe(NOW);
  await api.report("a 2024-05-10T11:30:00Z 1");
  expect(await createdAt()).toBe("2024-05-10T11:30:00.000Z");
  await api.report("a 2024-05-08T09:00:00.250Z -1", "a 2024-05-09T09:00:00Z 1");
  expect(await createdAt()).toBe("2024-05-08T09:00:00.250Z");
  const changed = await api.put(url, { notes: "x" });
  expect(changed.body.created_at).toBe("2024-05-08T09:00:00.250Z");
  // What comes after that changes nothing.
  api.at("2024-05-11T12:00:00Z");
  await api.report("a 2024-05-11T11:00:00Z 1");
  expect(await createdAt()).toBe("2024-05-08T09:00:00.250Z");
});

it("D27: and follows when events are voided, links erased and corrected, resets made and voided", async () => {
  const { api, space, doorway, link, createdAt } = await hall();
  await api.report("a 2024-05-08T09:00:00Z 1", "a 2024-05-09T09:00:00Z 1", "b 2020-01-01T00:00:00Z 1");
  const [first] = (await api.get("/v1/events/?end_time=2024-05-09")).body.results;
  await api.delete(`/v2/events/${first?.id}/`);
  expect(await createdAt()).toBe("2024-05-09T09:00:00.000Z");
  const reset = await api.create(`/v2/spaces/${space}/resets/`, { timestamp: "2024-05-09T08:00:00Z" });
  expect(await createdAt()).toBe("2024-05-09T08:00:00.000Z");
  await api.delete(`/v2/resets/${reset.id}/`);
  expect(await createdAt()).toBe("2024-05-09T09:00:00.000Z");
  await api.delete(`/v2/links/${link}/?erase=true`);
  expect(await createdAt()).toBe(NOW);
  const dated = { space_id: space, doorway_id: doorway, sensor_placement: 1, effective_from: "beginning" };
  await api.create("/v2/links/", dated);
  expect(await createdAt()).toBe("2024-05-09T09:00:00.000Z");
});
