/** The font of a chart's own words. @param ratio of the canvas's pixels to the page's */
export function chartFont(ratio: number): string {
  return `${12 * ratio}px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`;
}
