/** The font of the labels in a chart. @param ratio device pixels per CSS pixel */
export function chartFont(ratio: number): string {
  return `${12 * ratio}px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif`;
}
