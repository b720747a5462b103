// What does not fit into the window, and cells of tables that something covers, one line for each finding; the value of this script.
(() => {
  const root = document.documentElement;
  const findings = root.scrollWidth > innerWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
  const SLACK_PX = 1;

  const isHidden = (element) => {
    const { visibility, clipPath } = getComputedStyle(element);
    return visibility === "hidden" || clipPath === "inset(50%)" || !element.checkVisibility();
  };
  /** Whether something around a text cuts it off, without a way to scroll to the rest. */
  const isCut = (element, { left, right }) => {
    for (let around = element; around !== null; around = around.parentElement) {
      const { overflowX, position } = getComputedStyle(around);
      const box = around.getBoundingClientRect();
      if (overflowX === "auto" || overflowX === "scroll") return false;
      if (around !== root && (overflowX === "hidden" || overflowX === "clip"))
        if (right > box.right + SLACK_PX || left < box.left - SLACK_PX) return true;
      if (position === "fixed") break;
    }
    return right > innerWidth + SLACK_PX || left < -SLACK_PX;
  };

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement;
    const words = text.textContent?.trim() ?? "";
    if (element === null || words === "" || element.closest("option, script, style, .skip-link")) continue;
    let hidden = false;
    for (let around = element; around !== null && !hidden; around = around.parentElement)
      hidden = isHidden(around);
    if (hidden) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    if (isCut(element, range.getBoundingClientRect())) findings.push(`cut: ${words.slice(0, 60)}`);
  }
  for (const input of document.querySelectorAll("input:not(.code, [type=search])"))
    if (input.checkVisibility() && input.scrollWidth > input.clientWidth + SLACK_PX)
      findings.push(`cut in a field: ${input.value || input.getAttribute("placeholder")}`);
  for (const cell of document.querySelectorAll("main .table tbody :is(td, th)")) {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const isInside = ({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom;
    const scroller = cell.closest(".table-scroll");
    if (!isInside({ left: 0, right: innerWidth, top: 0, bottom: innerHeight })) continue;
    if (scroller !== null && !isInside(scroller.getBoundingClientRect())) continue;
    const shown = document.elementFromPoint(x, y);
    if (shown !== null && !cell.contains(shown) && shown.closest(".table") !== null)
      findings.push(`covered: ${cell.textContent?.slice(0, 60)}`);
  }
  return findings;
})();
