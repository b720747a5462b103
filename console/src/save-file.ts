import { DateTime } from "luxon";
import type { TimeRange } from "./ranges.ts";

/** Downloads content as a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A text as a part of a file name, such as `cafe-au-lait`. */
export function slugOf(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "file";
}

/** The start and the end of a range in a file name, such as `2026-11-20T1200_2026-11-20T1400`, in local time. */
export function rangeName({ start, end }: TimeRange, zone: string): string {
  const at = (instant: number) => {
    const local = DateTime.fromMillis(instant, { zone });
    return local.toFormat(local.equals(local.startOf("day")) ? "yyyy-MM-dd" : "yyyy-MM-dd'T'HHmm");
  };
  return `${at(start)}_${at(end)}`;
}
