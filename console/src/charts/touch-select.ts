import type UPlot from "uplot";

/** A finger that has moved less than this, in px, has not begun to drag. */
const DRAG_PX_MIN = 8;

/**
 * Lets a finger select a part of a chart, as the mouse does with uPlot's own handlers: dragging sideways
 * selects, while up and down goes on to scroll the page, which `touch-action` leaves to the browser.
 */
export function touchSelect(): UPlot.Plugin {
  return { hooks: { ready: (chart) => listen(chart) } };
}

/** Listeners go with the element, which is the chart's own. */
function listen(chart: UPlot): void {
  const { over } = chart;
  /** The finger that selects, and where it came down; null while none does. */
  let held: { readonly pointerId: number; readonly left: number } | null = null;

  const leftOf = ({ clientX }: PointerEvent) => {
    const { left, width } = over.getBoundingClientRect();
    return Math.min(width, Math.max(0, clientX - left));
  };
  const select = (from: number, to: number, isDone: boolean) => {
    const left = Math.min(from, to);
    chart.setSelect({ left, width: Math.abs(to - from), top: 0, height: over.clientHeight }, isDone);
  };
  const clear = () => {
    held = null;
    select(0, 0, false);
  };

  over.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    // A second finger wants something else.
    if (event.isPrimary) held = { pointerId: event.pointerId, left: leftOf(event) };
    else clear();
  });
  over.addEventListener("pointermove", (event) => {
    if (held?.pointerId !== event.pointerId) return;
    const left = leftOf(event);
    chart.setCursor({ left, top: 1 });
    if (Math.abs(left - held.left) >= DRAG_PX_MIN) select(held.left, left, false);
  });
  over.addEventListener("pointerup", (event) => {
    if (held?.pointerId !== event.pointerId) return;
    const { left: from } = held;
    const to = leftOf(event);
    held = null;
    if (Math.abs(to - from) < DRAG_PX_MIN) clear();
    else select(from, to, true);
  });
  // The browser scrolls the page with it.
  over.addEventListener("pointercancel", clear);
}
