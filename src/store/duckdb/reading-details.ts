import { NO_DETAILS, type ReadingDetails } from "../../domain/stored-readings.ts";

/** What few readings have, as it is stored: JSON without what a reading does not have. */
export function encodeDetails(details: ReadingDetails): string {
  return JSON.stringify(details, (_, value: unknown) => {
    if (value === null || value === false) return undefined;
    return typeof value === "bigint" ? String(value) : value;
  });
}

/** @param text null for a reading that has none */
export function decodeDetails(text: string | null): ReadingDetails {
  if (text === null) return NO_DETAILS;
  const { importId, ...details }: Partial<Omit<ReadingDetails, "importId">> & { readonly importId?: string } =
    JSON.parse(text);
  return { ...NO_DETAILS, ...details, importId: importId === undefined ? null : BigInt(importId) };
}
