import { constants } from "node:zlib";
import accepts from "@fastify/accepts";
import compress, { type FastifyCompressOptions } from "@fastify/compress";
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { BODY_BYTES_MAX } from "../domain/limits.ts";
import type { Engine } from "../engine/engine.ts";
import { socketCodes } from "../engine/live/socket-codes.ts";
import { admit } from "./admission/auth.ts";
import { addBarrier } from "./admission/barrier.ts";
import { Connections, connectionBounds } from "./admission/connections/connections.ts";
import { addRateLimits } from "./admission/rate-limit.ts";
import { addJsonBodies, BodyReader } from "./bodies/bodies.ts";
import { consoleRoutes } from "./console.ts";
import { Refusal, sendProblem } from "./errors.ts";
import { healthRoutes, metricsRoute } from "./health.ts";
import { answerOptions, CORS_HEADERS, noteMethods, ROUTER_OPTIONS } from "./methods.ts";
import { noteAnswer, REQUEST_ID_HEADER, requestIdOf } from "./monitoring.ts";
import { collectRoutes, docsRoutes, openApiRoutes, problemRoutes } from "./openapi/describe.ts";
import { redactingLogger } from "./redaction.ts";
import { chooseFormat } from "./representation.ts";
import { versionRoutes } from "./routes.ts";
import { addSockets } from "./sockets/routes.ts";
import { type App, encapsulated, type HttpContext, type HttpOptions, VERSIONS } from "./types.ts";
import { validatorCompiler } from "./validation.ts";

/** Shorter answers, in bytes, are not compressed. */
const THRESHOLD_BYTES = 1_024;

/** The quality of brotli; a higher one takes far longer and saves little. */
const BROTLI_QUALITY = 4;

const REQUEST_ENCODINGS = ["gzip", "deflate", "br", "identity"] as const;

/**
 * The compression of answers and of request bodies; the limits of bodies apply to the decompressed size. Of encodings of
 * equal weight the first is chosen: many HTTP libraries accept `br` but cannot decompress it.
 */
const COMPRESSION: FastifyCompressOptions = {
  threshold: THRESHOLD_BYTES,
  encodings: ["gzip", "br", "deflate"],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  requestEncodings: [...REQUEST_ENCODINGS],
  onUnsupportedRequestEncoding: (encoding) => {
    const shown = JSON.stringify(encoding.slice(0, 64));
    const taken = REQUEST_ENCODINGS.join(", ");
    const message = `the Content-Encoding ${shown} is not one of ${taken}`;
    return new Refusal("unsupported-content-encoding", message, { "accept-encoding": taken });
  },
};

export type { HttpOptions } from "./types.ts";

/** Builds the API over an engine. It does not listen yet. */
export function buildApp(context: Engine, options: HttpOptions): App {
  const codes = socketCodes(context.clock, context.catalog, options.codeStore);
  const http: HttpContext = { ...context, ...options, codes, bodies: new BodyReader() };
  const bounds = connectionBounds(options.connections);
  const connections = new Connections(bounds, options.trustProxy);
  // A path that cannot be decoded, or has an overlong part, reaches no route and no hook: it is a 404.
  const answerUnroutable = async (request: FastifyRequest, reply: FastifyReply) => {
    setCommonHeaders(request, reply);
    try {
      await admit(http, limits, methodsOf, request, reply);
    } catch (error) {
      sendProblem(error, request, reply);
    }
  };
  const app: App = Fastify({
    logger: redactingLogger(options.logger),
    // Its lines would contain URLs, and with them the codes of websockets.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    genReqId: (request) => requestIdOf(context.catalog, request),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: BODY_BYTES_MAX,
    return503OnClosing: false,
    routerOptions: ROUTER_OPTIONS,
    frameworkErrors: (_error, request, reply) => void answerUnroutable(request, reply),
    clientErrorHandler: (error, socket) => connections.refuse(error, socket),
    http: { headersTimeout: bounds.headersMs, connectionsCheckingInterval: bounds.checkMs },
    requestTimeout: bounds.requestMs,
    keepAliveTimeout: bounds.keepAliveMs,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  // TypeScript has checked answers against their schemas.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  app.setErrorHandler((error, request, reply) => {
    options.onOwnError?.(error, reply.raw);
    return sendProblem(error, request, reply);
  });
  app.decorate("publicUrl", options.publicUrl);
  app.decorateRequest("token", null);
  app.decorateRequest("format", "json");
  addJsonBodies(app, http.bodies);
  connections.watch(app.server);

  const limits = addRateLimits(app, options.rateLimit, options.servers ?? (() => 1), context.steadyClock);
  app.addHook("onRequest", (request, reply, done) => {
    setCommonHeaders(request, reply);
    // The same encoding by its old name (RFC 9110, 8.4.1.3).
    if (/^x-gzip$/i.test(request.headers["content-encoding"] ?? ""))
      request.headers["content-encoding"] = "gzip";
    done();
  });
  app.addHook("onRequest", connections.refuseExcess);
  app.addHook("onResponse", noteAnswer(options.metrics, options.slowQuery));
  const methodsOf = noteMethods(app);
  app.addHook("onRequest", answerOptions(methodsOf));
  const { replica } = context;
  if (replica !== null)
    addBarrier(app, replica, { catalog: context.catalog, hasStaleReads: options.hasStaleReads ?? false });
  app.addHook("onRequest", (request, reply, done) => {
    const admitting = admit(http, limits, methodsOf, request, reply);
    if (admitting === undefined) done();
    else admitting.then(() => done(), done);
  });
  app.register(accepts);
  app.register(compress, COMPRESSION);
  app.addHook("onRequest", chooseFormat);

  addRoutes(app, http);
  return app;
}

function addRoutes(app: App, http: HttpContext): void {
  collectRoutes(app, http);
  for (const routes of [docsRoutes, openApiRoutes, problemRoutes, healthRoutes])
    app.register(encapsulated((scope) => routes(scope, http)));
  for (const version of VERSIONS)
    app.register(
      encapsulated((scope) => versionRoutes(scope, http, version)),
      { prefix: `/${version}` },
    );
  addSockets(app, http);
  app.register(encapsulated((scope) => metricsRoute(scope, http)));
  const { consoleFolder } = http;
  if (consoleFolder !== null) app.register(encapsulated((scope) => consoleRoutes(scope, consoleFolder)));
}

/** Whether an answer is compressed depends on the client, so caches must distinguish clients by it. */
const COMMON_HEADERS = { ...CORS_HEADERS, vary: "accept-encoding" } as const;

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(COMMON_HEADERS).header(REQUEST_ID_HEADER, request.id);
}
