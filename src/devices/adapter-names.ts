/** The adapters that have an address of the API (D32): `adapters.ts`, which is loaded with the first message. */
export const HTTP_ADAPTERS = [
  "the-things-stack",
  "chirpstack",
  "irisys",
  "xovis",
  "hikvision",
  "axis",
  "brickstream",
  "milesight",
  "ngsi",
  "presence",
] as const;

export type AdapterName = (typeof HTTP_ADAPTERS)[number];
