import type UPlot from "uplot";

/** The shortest drag, in px. */
const DRAG_PX_MIN = 8;

/**
 * Selects a part of a chart by touch; uPlot itself only handles the mouse. A horizontal drag selects. A vertical one
 * scrolls the page, because of `touch-action` in the styles.
 */
export function touchSelect(): UPlot.Plugin {
  return { hooks: { ready: (chart) => listen(chart) } };
}

/** The listeners are removed with the element of the chart. */
function listen(chart: UPlot): void {
  const { over } = chart;
  /** The touch that selects, and its start; null if there is none. */
  let touch: { readonly pointerId: number; readonly left: number } | null = null;

  const leftOf = ({ clientX }: PointerEvent) => {
    const { left, width } = over.getBoundingClientRect();
    return Math.min(width, Math.max(0, clientX - left));
  };
  const select = (from: number, to: number, isDone: boolean) => {
    const left = Math.min(from, to);
    chart.setSelect({ left, width: Math.abs(to - from), top: 0, height: over.clientHeight }, isDone);
  };
  const clear = () => {
    touch = null;
    select(0, 0, false);
  };

  over.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    // A second finger ends the selection.
    if (event.isPrimary) touch = { pointerId: event.pointerId, left: leftOf(event) };
    else clear();
  });
  over.addEventListener("pointermove", (event) => {
    if (touch?.pointerId !== event.pointerId) return;
    const left = leftOf(event);
    chart.setCursor({ left, top: 1 });
    if (Math.abs(left - touch.left) >= DRAG_PX_MIN) select(touch.left, left, false);
  });
  over.addEventListener("pointerup", (event) => {
    if (touch?.pointerId !== event.pointerId) return;
    const { left: from } = touch;
    const to = leftOf(event);
    touch = null;
    if (Math.abs(to - from) < DRAG_PX_MIN) clear();
    else select(from, to, true);
  });
  // The browser scrolls the page instead.
  over.addEventListener("pointercancel", clear);
}
