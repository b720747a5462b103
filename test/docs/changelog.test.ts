import { expect, it } from "vitest";
import { readManifest, readRepository } from "../support/repository.ts";

const CHANGELOG = readRepository("CHANGELOG.md");

/** The headings of a level, in their order. */
const headings = (level: number) =>
  [...CHANGELOG.matchAll(new RegExp(`^#{${level}} (.*)$`, "gm"))].map(([, text = ""]) => text);

const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
const RELEASE = /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/;

it("the changelog has the form of Keep a Changelog, the newest release first", () => {
  const [first, ...releases] = headings(2);
  expect(first).toBe("[Unreleased]");
  expect(releases.filter((heading) => !RELEASE.test(heading))).toEqual([]);
  const days = releases.map((heading) => RELEASE.exec(heading)?.[2] ?? "");
  expect(days).toEqual(days.toSorted().toReversed());
  expect(headings(3).filter((heading) => !KINDS.includes(heading))).toEqual([]);
  const newest = RELEASE.exec(releases[0] ?? "")?.[1];
  expect([undefined, readManifest("package.json").version]).toContain(newest);
});
