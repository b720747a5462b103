import rateLimit from "@fastify/rate-limit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SteadyClock } from "../../domain/clock.ts";
import { must } from "../../domain/errors.ts";
import { MINUTE_MS } from "../../domain/instant.ts";
import { RATES_TRACKED_MAX, REFUSED_RATE_MAX } from "../../domain/limits.ts";
import type { Token } from "../../domain/resources.ts";
import { Refusal } from "../errors.ts";
import type { App } from "../types.ts";

type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Rate limits per minute; a minute begins with its first request (D18). */
export interface RateLimits {
  /** Counts a request of a token with a rate. @throws Refusal 429 if it exceeds the rate */
  ofToken: Limiter;
  /** Counts a rejected request of an address. @throws Refusal 429 if there are too many */
  ofAddress: Limiter;
}

/**
 * @param defaultRate the server's rate, in requests a minute; null is unlimited
 * @param servers the number of servers that share the requests: each lets in its part of a token's rate
 * @param clock counts how often the system clock was set back: then all minutes begin again
 */
export function addRateLimits(
  app: App,
  defaultRate: number | null,
  servers: () => number,
  clock: Pick<SteadyClock, "period">,
): RateLimits {
  const limiters: Partial<RateLimits> = {};
  app.register(rateLimit, { global: false, timeWindow: MINUTE_MS });
  app.after(() => {
    // The library uses the system clock: a minute that began before the clock was set back would last too long.
    const common = {
      cache: RATES_TRACKED_MAX,
      errorResponseBuilder: (_request: FastifyRequest, { max, after }: { max: number; after: string }) =>
        new Refusal("rate-limit-exceeded", `more than ${max} requests in a minute; try again in ${after}`),
    };
    const ofToken = app.rateLimit({
      ...common,
      keyGenerator: (request) => `${clock.period} ${tokenOf(request).id}`,
      max: (request) => Math.ceil((tokenOf(request).rate ?? 0) / servers()),
    });
    const ofAddress = app.rateLimit({
      ...common,
      // Undefined if the client has disconnected.
      keyGenerator: (request) => `${clock.period} ${rateLimit.normalizeIP(request.ip ?? "")}`,
      max: Math.min(defaultRate ?? REFUSED_RATE_MAX, REFUSED_RATE_MAX),
    });
    limiters.ofToken = async (request, reply) => void (await ofToken.call(app, request, reply));
    limiters.ofAddress = async (request, reply) => void (await ofAddress.call(app, request, reply));
  });
  // The library adds its limiters once the app is made ready, before the first request.
  return limiters as RateLimits;
}

function tokenOf(request: FastifyRequest): Token {
  return must(request.token, "token");
}
