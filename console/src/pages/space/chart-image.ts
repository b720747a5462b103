import UPlot from "uplot";

const PADDING = 20;
const HEADER = 64;
const GAP = 28;

/** An image of charts below each other with a title, in the current colours. @throws Error without charts */
export async function chartImage(
  charts: readonly UPlot[],
  { title, subtitle }: { readonly title: string; readonly subtitle: string },
): Promise<Blob> {
  const canvases = charts.map((chart) => chart.ctx.canvas);
  if (canvases.length === 0) throw new Error("There are no charts to save.");
  const ratio = UPlot.pxRatio;
  const width = Math.max(...canvases.map((canvas) => canvas.width)) + 2 * PADDING * ratio;
  const heights = canvases.reduce((sum, { height }) => sum + height + GAP * ratio, 0);
  const image = document.createElement("canvas");
  image.width = width;
  image.height = heights + (HEADER + PADDING) * ratio;
  const pen = image.getContext("2d");
  if (pen === null) throw new Error("This browser cannot draw images.");
  const style = getComputedStyle(document.body);
  const surface = getComputedStyle(charts[0]?.root.closest(".card") ?? document.body).backgroundColor;
  pen.fillStyle = surface;
  pen.fillRect(0, 0, image.width, image.height);
  pen.fillStyle = style.color;
  pen.textBaseline = "top";
  const write = (text: string, size: number, weight: number, y: number) => {
    pen.font = `${weight} ${size * ratio}px ${style.fontFamily}`;
    pen.fillText(text, PADDING * ratio, y * ratio, width - 2 * PADDING * ratio);
  };
  write(title, 20, 650, PADDING);
  write(subtitle, 13, 400, PADDING + 28);
  let y = (PADDING + HEADER) * ratio;
  const captions = ["People", "Entrances above, exits below"];
  canvases.forEach((canvas, index) => {
    pen.font = `600 ${13 * ratio}px ${style.fontFamily}`;
    pen.fillText(captions[index] ?? "", PADDING * ratio, y - 10 * ratio);
    pen.drawImage(canvas, PADDING * ratio, y + 8 * ratio);
    y += canvas.height + GAP * ratio;
  });
  return new Promise((resolve, reject) => {
    image.toBlob((blob) => (blob === null ? reject(new Error("The image is too large.")) : resolve(blob)));
  });
}
