import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const CSS = readFileSync(new URL("../../console/src/styles/tokens.css", import.meta.url), "utf8");
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** WCAG 2.2: text (1.4.3), and what has to be seen to understand a picture (1.4.11). */
const TEXT_MIN = 4.5;
const GRAPHICS_MIN = 3;

/** What is written in, and what is drawn in. */
const TEXT = ["ink", "ink-soft", "accent", "quiet", "busy", "full", "over", "exit"];
const GRAPHICS = ["entrance", "before", "line-strong"];
const GROUNDS = ["surface", "page"];

/** A token's colour in a theme, as channels from 0 to 1. */
function colorOf(token: string, theme: Theme): readonly number[] {
  const pair = new RegExp(`--${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(CSS);
  const hex = pair?.[theme === "light" ? 1 : 2];
  if (hex === undefined) throw new Error(`tokens.css has no --${token}`);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

/** Relative luminance as WCAG defines it. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it("texts have none of the colours of graphics", () => {
  const folder = new URL("../../console/src/", import.meta.url);
  const sheets = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".css"),
  );
  const wrong = new RegExp(`[^-]color: var\\(--(?:${GRAPHICS.join("|")})\\)`);
  expect(sheets.filter((path) => wrong.test(readFileSync(new URL(path, folder), "utf8")))).toEqual([]);
});

describe.each(THEMES)("colours of the %s theme", (theme) => {
  const pairs = (tokens: readonly string[]) =>
    tokens.flatMap((token) => GROUNDS.map((ground) => [token, ground] as const));
  const between = (one: string, other: string) => contrast(colorOf(one, theme), colorOf(other, theme));

  it.each(pairs(TEXT))("text in %s can be read on %s", (token, ground) => {
    expect(between(token, ground)).toBeGreaterThanOrEqual(TEXT_MIN);
  });

  it.each(pairs(GRAPHICS))("marks in %s can be seen on %s", (token, ground) => {
    expect(between(token, ground)).toBeGreaterThanOrEqual(GRAPHICS_MIN);
  });

  it("texts on filled buttons and errors can be read", () => {
    expect(between("accent-ink", "accent")).toBeGreaterThanOrEqual(TEXT_MIN);
    expect(between("accent", "accent-soft")).toBeGreaterThanOrEqual(TEXT_MIN);
    expect(between("ink", "over-soft")).toBeGreaterThanOrEqual(TEXT_MIN);
  });
});
