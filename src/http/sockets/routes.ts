import websocket from "@fastify/websocket";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { SOCKET_CODE_MS_MAX } from "../../domain/limits.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import type { SocketGrant } from "../../engine/live/socket-codes.ts";
import type { Telemetry } from "../../engine/telemetry.ts";
import { id, idList, namedObject } from "../../schemas/fields.ts";
import { addRoute } from "../add-route.ts";
import { badCode, codeOf, type Requesting, requireSpace } from "../admission/auth.ts";
import { sortUpgrades } from "../admission/connections/upgrades.ts";
import { NO_STORE, Refusal } from "../errors.ts";
import { baseAddress } from "../pagination.ts";
import { type App, encapsulated, type HttpContext } from "../types.ts";
import { EVENT_STREAM_TYPE, liveStream } from "./live-stream.ts";
import { OpenSockets } from "./open-sockets.ts";

/** Bytes in a message from a websocket client. Messages are ignored. */
export const SOCKET_MESSAGE_BYTES_MAX = 1_024;

/** How long a client may take to answer a close frame, in ms. */
const CLOSING_MS = 10_000;

const socketAnswer = namedObject("Socket", { url: z.string(), ttl: z.int() });

const CREATE = {
  id: "createSocket",
  tag: "Counts and events",
  access: "display",
  summary: "Create a URL for a websocket that receives changes of counts",
  detail: `The URL opens one websocket within \`ttl\` seconds. If the client adds \`&after=evt_…\`, the server first sends
the messages after that event, up to one hour back. A message is \`{payload: {count, direction, event_id, space_id,
timestamp, type}, request_id, version}\`. \`type\` is \`count\`, or \`reset\` with a null \`direction\` and \`event_id\`. The
server closes the connection of a client that reads too slowly with the code 1013.`,
  query: { space_id: idList("space").optional() },
  answer: socketAnswer,
  status: 201,
} as const;

const LIVE_OPERATION = {
  id: "followCounts",
  tag: "Counts and events",
  summary: "Follow counts as server-sent events",
  detail: `Each message of a websocket is an event, with the message as \`data\` and its event as \`id\`. A client that
connects again sends the last id as \`Last-Event-ID\` or \`after\`, and first receives the messages since, up to an hour
back. A comment is sent every 15 seconds. The server breaks the connection of a client that is too slow.`,
} as const;

type LiveStreams = Set<ReturnType<typeof liveStream>>;

type SocketParts = Pick<HttpContext, "catalog" | "codes" | "feed"> & {
  readonly telemetry: Pick<Telemetry, "gauge">;
};

/** Adds POST /v2/sockets/ and the websockets at /v2/ (D24). */
export function addSockets(app: App, http: SocketParts): void {
  const sockets = new OpenSockets(http.feed);
  const streams: LiveStreams = new Set();
  http.telemetry.gauge("open_sockets", () => sockets.size + streams.size);
  app.register(websocket, {
    options: {
      server: sortUpgrades(app),
      maxPayload: SOCKET_MESSAGE_BYTES_MAX,
      perMessageDeflate: false,
      clientTracking: false,
      // The library's types lack this option.
      ...({ closeTimeout: CLOSING_MS } as object),
    },
    // An error of a client closes only its own socket.
    errorHandler: (error, socket, request) => {
      request.log.info({ err: error }, "a websocket failed");
      socket.terminate();
    },
    preClose: (done) => {
      sockets.closeAll();
      for (const stream of streams) stream.end();
      done();
    },
  });
  for (const route of [codeRoute, socketRoute, liveRoute])
    app.register(encapsulated((scope) => route(scope, http, sockets, streams)));
}

/** POST /sockets/: the URL of a websocket, with a code that admits one connection. */
function codeRoute(app: App, http: SocketParts): void {
  addRoute(app, "POST /v2/sockets/", CREATE, async (request, reply) => {
    const spaceIds = selectedSpaces(http.catalog, request);
    const code = await http.codes.issue({ tokenId: must(request.token, "token").id, spaceIds });
    const base = baseAddress(request).replace(/^http/, "ws");
    const answer = { url: `${base}/v2/?code=${code}`, ttl: SOCKET_CODE_MS_MAX / 1_000 };
    return reply.code(201).headers(NO_STORE).send(answer);
  });
}

/**
 * The spaces whose messages a request selects, by default all that its token may read; null for all.
 *
 * @throws HeadcountError `invalid` for an unknown space
 */
function selectedSpaces(
  catalog: Catalog,
  request: Requesting & { readonly query: { space_id?: bigint[] | undefined } },
) {
  const own = request.token?.spaceId;
  const { space_id: given = own === undefined ? null : [own] } = request.query;
  for (const spaceId of given ?? []) {
    requireSpace(request, spaceId);
    catalog.named("space", spaceId, "space_id");
  }
  return given && new Set(given);
}

/** GET /v2/live/: the messages of websockets as server-sent events. */
function liveRoute(app: App, http: SocketParts, sockets: OpenSockets, streams: LiveStreams): void {
  app.get(
    "/v2/live/",
    {
      compress: false,
      config: { access: "display", formats: [], streamed: EVENT_STREAM_TYPE, operation: LIVE_OPERATION },
      schema: {
        querystring: z.object({ space_id: idList("space").optional(), after: id("event").optional() }),
        headers: z.looseObject({ "last-event-id": id("event").optional() }),
      },
    },
    async (request, reply) => {
      const spaceIds = selectedSpaces(http.catalog, request);
      sockets.requireRoom(streams.size);
      reply.type(EVENT_STREAM_TYPE).headers({ ...NO_STORE, "x-accel-buffering": "no" });
      if (request.method === "HEAD") return reply.send();
      // A client that connects again repeats the URL, and the header has the last event that it received.
      const after = request.headers["last-event-id"] ?? request.query.after ?? null;
      const tokenId = must(request.token, "token").id;
      const isAllowed = () => http.catalog.tokens.has(tokenId);
      const stream = liveStream(http.feed, { spaceIds, after }, isAllowed);
      streams.add(stream);
      stream.readable.once("close", () => streams.delete(stream));
      return reply.send(stream.readable);
    },
  );
}

function socketRoute(app: App, http: SocketParts, sockets: OpenSockets, streams: LiveStreams): void {
  const grants = new WeakMap<FastifyRequest, SocketGrant>();
  app.route({
    method: "GET",
    url: "/v2/",
    config: { access: "code" },
    schema: { querystring: z.object({ code: z.unknown().optional(), after: id("event").optional() }) },
    preHandler: async (request) => {
      if (!request.ws) return;
      sockets.requireRoom(streams.size);
      const grant = await http.codes.redeem(codeOf(request.query));
      if (grant === null) throw badCode();
      grants.set(request, grant);
    },
    handler: () => {
      throw new Refusal("upgrade-required", "this path is for websockets: see POST /v2/sockets/", {
        connection: "close, upgrade",
        upgrade: "websocket",
      });
    },
    wsHandler: (socket, request) => {
      const { spaceIds, tokenId } = must(grants.get(request), "grant");
      const { after = null } = request.query;
      request.log.info({ token_id: formatId("token", tokenId) }, "websocket opened");
      const { log, raw } = request;
      const isAllowed = () => http.catalog.tokens.has(tokenId);
      sockets.add(socket, { connection: raw.socket, log, isAllowed }, { spaceIds, after });
    },
  });
}
