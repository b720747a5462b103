import { constants } from "node:zlib";
import type { FastifyCompressOptions } from "@fastify/compress";
import { Refusal } from "./errors.ts";

/** Answers shorter than this, in bytes, gain nothing by packing. */
const THRESHOLD_BYTES = 1_024;

/** How hard brotli tries: beyond this it takes far longer for little. */
const BROTLI_QUALITY = 4;

/** What packed bodies may be packed by. */
const REQUEST_ENCODINGS = ["gzip", "deflate", "br", "identity"] as const;

/** How answers are packed, and packed bodies unpacked; the limit on bodies holds for what they unpack to. */
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
