import type { Adapter } from "./adapter.ts";
import type { AdapterName } from "./adapter-names.ts";
import { axis } from "./axis.ts";
import { brickstream } from "./brickstream.ts";
import { hikvision } from "./hikvision.ts";
import { irisys } from "./irisys.ts";
import { chirpstack, theThingsStack } from "./lorawan-uplink.ts";
import { milesight } from "./milesight.ts";
import { ngsi } from "./ngsi.ts";
import { presence } from "./presence.ts";
import { xovis } from "./xovis.ts";

/** The adapters by the names that addresses and settings have (D32, D33). */
export const ADAPTERS = {
  "the-things-stack": theThingsStack,
  chirpstack,
  irisys,
  xovis,
  hikvision,
  axis,
  brickstream,
  milesight,
  ngsi,
  presence,
} as const satisfies Readonly<Record<AdapterName, Adapter>>;
