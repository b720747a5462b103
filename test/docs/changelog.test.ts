import { describe, expect, it } from "vitest";
import { readManifest, readRepository } from "../support/repository.ts";

const CHANGELOG = readRepository("CHANGELOG.md");

/** The headings of a level, in their order. */
const headings = (level: number) =>
  [...CHANGELOG.matchAll(new RegExp(`^#{${level}} (.*)$`, "gm"))].map(([, text = ""]) => text);

const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
const RELEASE = /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/;

describe("the changelog", () => {
  it("has the form of Keep a Changelog, the newest first", () => {
    const [first, ...releases] = headings(2);
    expect(first).toBe("[Unreleased]");
    expect(releases.filter((heading) => !RELEASE.test(heading))).toEqual([]);
    const days = releases.map((heading) => RELEASE.exec(heading)?.[2] ?? "");
    expect(days).toEqual(days.toSorted().toReversed());
    expect(headings(3).filter((heading) => !KINDS.includes(heading))).toEqual([]);
  });

  it("has no release after the program's own version", () => {
    const newest = RELEASE.exec(headings(2)[1] ?? "")?.[1];
    const { version } = readManifest("package.json");
    expect([undefined, version]).toContain(newest);
  });

  it("has nothing outside of a kind of change", () => {
    const sections = CHANGELOG.split(/^## /m).slice(1);
    expect(sections.filter((text) => /^- /m.test(text.split(/^### /m)[0] ?? ""))).toEqual([]);
  });
});
