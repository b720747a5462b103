import rateLimit from "@fastify/rate-limit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SteadyClock } from "../domain/clock.ts";
import { must } from "../domain/errors.ts";
import { MINUTE_MS } from "../domain/instant.ts";
import { RATES_TRACKED_MAX, REFUSED_RATE_MAX } from "../domain/limits.ts";
import type { Token } from "../domain/resources.ts";
import { Refusal } from "./errors.ts";
import type { App } from "./types.ts";

type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Counts requests over minutes that begin with the first of each (D18). */
export interface RateLimits {
  /** Counts a request for its token, which has a rate. @throws Refusal 429 beyond it */
  readonly ofToken: Limiter;
  /** Counts a request without a good token for its address. @throws Refusal 429 when there are too many */
  readonly ofAddress: Limiter;
}

/**
 * Sets up the counting.
 *
 * @param defaultRate the server's rate, in requests a minute; null is unlimited
 * @param clock says how often the system clock was set back: then counting begins again
 */
export function addRateLimits(
  app: App,
  defaultRate: number | null,
  clock: Pick<SteadyClock, "period">,
): RateLimits {
  const limiters: { token?: Limiter; address?: Limiter } = {};
  app.register(rateLimit, { global: false, timeWindow: MINUTE_MS });
  app.after(() => {
    // The library counts by the system clock: a minute that began while that was ahead would last until it is there again.
    const common = {
      cache: RATES_TRACKED_MAX,
      errorResponseBuilder: (_request: FastifyRequest, { max, after }: { max: number; after: string }) =>
        new Refusal("rate-limit-exceeded", `more than ${max} requests in a minute; try again in ${after}`),
    };
    const ofToken = app.rateLimit({
      ...common,
      keyGenerator: (request) => `${clock.period} ${tokenOf(request).id}`,
      max: (request) => tokenOf(request).rate ?? 0,
    });
    const ofAddress = app.rateLimit({
      ...common,
      // Undefined where the client has gone already.
      keyGenerator: (request) => `${clock.period} ${rateLimit.normalizeIP(request.ip ?? "")}`,
      max: Math.min(defaultRate ?? REFUSED_RATE_MAX, REFUSED_RATE_MAX),
    });
    limiters.token = async (request, reply) => void (await ofToken.call(app, request, reply));
    limiters.address = async (request, reply) => void (await ofAddress.call(app, request, reply));
  });
  return {
    ofToken: (request, reply) => must(limiters.token, "limiter")(request, reply),
    ofAddress: (request, reply) => must(limiters.address, "limiter")(request, reply),
  };
}

function tokenOf(request: FastifyRequest): Token {
  return must(request.token, "token");
}
