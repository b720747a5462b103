import type { z } from "zod";

/** A JSON Schema (2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;
