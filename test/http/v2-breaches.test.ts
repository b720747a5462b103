import { expect, it } from "vitest";
import { morning } from "../support/counted-morning.ts";
import { pathsOf, testApi } from "../support/http.ts";

it("D15: GET /spaces/:space_id/breaches/ lists the times when the space was unsafe that touch the range, whole", async () => {
  const api = await testApi();
  const space = await morning(api);
  const ended = {
    start: "2024-05-10T10:30:00.000Z",
    end: "2024-05-10T10:45:00.000Z",
    peak: { value: 2, timestamp: "2024-05-10T10:30:00.000Z" },
  };
  const lasting = {
    start: "2024-05-10T11:15:00.000Z",
    end: null,
    peak: { value: 2, timestamp: "2024-05-10T11:15:00.000Z" },
  };
  const list = (total: number, ...results: object[]) => ({ total, next: null, previous: null, results });
  const url = `/v2/spaces/${space}/breaches/`;
  expect((await api.get(`${url}?start_time=2024-05-10`)).body).toEqual(list(0));
  await api.put(`/v2/spaces/${space}/`, { safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 1 });
  expect((await api.get(`${url}?start_time=2024-05-10`)).body).toEqual(list(2, ended, lasting));
  const within = "start_time=2024-05-10T10:40:00Z&end_time=2024-05-10T10:41:00Z";
  expect((await api.get(`${url}?${within}`)).body).toEqual(list(1, ended));
  // One that ends where the range starts does not touch it.
  expect((await api.get(`${url}?start_time=2024-05-10T10:45:00Z`)).body).toEqual(list(1, lasting));
  const backwards = "start_time=2024-05-10T10:40:00Z&end_time=2024-05-10T10:39:00Z";
  expect(pathsOf(await api.get(`${url}?${backwards}`))).toEqual(["start_time"]);
});
