import { z } from "zod";

/** The schemas that each version's description names, by name: `schema.register(v1Schemas, { id: "Space" })`. */
export const v1Schemas = z.registry<{ readonly id: string }>();
export const v2Schemas = z.registry<{ readonly id: string }>();
