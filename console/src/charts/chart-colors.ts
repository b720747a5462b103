import { useEffect, useState } from "react";

/** The colour tokens of the charts. */
const TOKENS = [
  "ink",
  "ink-soft",
  "surface",
  "line",
  "line-strong",
  "grid",
  "accent",
  "quiet",
  "busy",
  "full",
  "over",
  "entrance",
  "exit",
  "before",
] as const;
export type ChartColors = Readonly<Record<(typeof TOKENS)[number], string>>;

/** The colours of the current theme. */
export function useChartColors(): ChartColors {
  const [colors, setColors] = useState(readColors);
  useEffect(() => {
    const update = () => setColors(readColors());
    const dark = matchMedia("(prefers-color-scheme: dark)");
    window.addEventListener("headcount-theme", update);
    dark.addEventListener("change", update);
    return () => {
      window.removeEventListener("headcount-theme", update);
      dark.removeEventListener("change", update);
    };
  }, []);
  return colors;
}

/** Resolves the tokens with an element, since a canvas supports neither variables nor `light-dark()`. */
function readColors(): ChartColors {
  const probe = document.createElement("span");
  document.body.append(probe);
  const entries = TOKENS.map((token) => {
    probe.style.color = `var(--${token})`;
    return [token, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(entries) as ChartColors;
}

/** A transparent variant of a colour. @param alpha from 0 to 1 */
export function faded(color: string, alpha: number): string {
  const channels = /^rgb\((.*)\)$/
    .exec(color)?.[1]
    ?.split(/[\s,]+/)
    .slice(0, 3);
  return channels === undefined ? color : `rgb(${channels.join(" ")} / ${alpha})`;
}
