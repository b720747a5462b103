import type { FastifyEtagOptions } from "@fastify/etag";

/** Weak, since what is compared is the answer before it is packed; the hash is the quickest that Node has. */
export const ETAG: FastifyEtagOptions = { algorithm: "sha1", weak: true };
