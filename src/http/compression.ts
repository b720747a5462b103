import { constants } from "node:zlib";
import type { FastifyCompressOptions } from "@fastify/compress";
import { Refusal } from "./errors.ts";

/** Shorter answers, in bytes, are not compressed. */
const THRESHOLD_BYTES = 1_024;

/** The quality of brotli; a higher one takes far longer and saves little. */
const BROTLI_QUALITY = 4;

/** The encodings of request bodies. */
const REQUEST_ENCODINGS = ["gzip", "deflate", "br", "identity"] as const;

/** The compression of answers and of request bodies; the limits of bodies apply to the decompressed size. */
export const COMPRESSION: FastifyCompressOptions = {
  threshold: THRESHOLD_BYTES,
  encodings: ["br", "gzip", "deflate"],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  requestEncodings: [...REQUEST_ENCODINGS],
  onUnsupportedRequestEncoding: (encoding) => {
    const shown = JSON.stringify(encoding.slice(0, 64));
    const taken = REQUEST_ENCODINGS.join(", ");
    return new Refusal(
      "unsupported-content-encoding",
      `the Content-Encoding ${shown} is not one of ${taken}`,
      {
        "accept-encoding": taken,
      },
    );
  },
};
