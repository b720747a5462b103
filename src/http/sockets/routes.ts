import websocket from "@fastify/websocket";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { SOCKET_CODE_MS_MAX, SOCKET_MESSAGE_BYTES_MAX } from "../../domain/limits.ts";
import type { SocketGrant } from "../../engine/live/socket-codes.ts";
import type { Telemetry } from "../../engine/telemetry.ts";
import { id, idList, v2Schemas } from "../../schemas/fields.ts";
import { badCode, codeOf } from "../auth.ts";
import { sortUpgrades } from "../connections/upgrades.ts";
import { NO_STORE, Refusal } from "../errors.ts";
import { baseAddress } from "../pagination.ts";
import { type App, encapsulated, type HttpContext } from "../types.ts";
import { OpenSockets } from "./open-sockets.ts";

/** How long a client may take to answer a close frame, in ms. */
const CLOSING_MS = 10_000;

const socketAnswer = z.object({ url: z.string(), ttl: z.int() }).register(v2Schemas, { id: "Socket" });

const OPERATION = {
  id: "createSocket",
  tag: "Counts and events",
  summary: "Create a URL for a websocket that receives changes of counts",
  detail: `The URL opens one websocket within \`ttl\` seconds. If the client adds \`&after=evt_…\`, the server first sends
the messages after that event, up to one hour back. A message is \`{payload: {count, direction, event_id, space_id,
timestamp, type}, request_id, version}\`. \`type\` is \`count\`, or \`reset\` with a null \`direction\` and \`event_id\`. The
server closes the connection of a client that reads too slowly with the code 1013.`,
} as const;

/** The parts that websockets are opened with. */
type SocketParts = Pick<HttpContext, "catalog" | "codes" | "feed"> & {
  readonly telemetry: Pick<Telemetry, "gauge">;
};

/** Adds POST /v2/sockets/ and the websockets at /v2/ (D24). */
export function addSockets(app: App, http: SocketParts): void {
  const sockets = new OpenSockets(http.feed);
  http.telemetry.gauge("open_sockets", () => sockets.size);
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
      done();
    },
  });
  app.register(encapsulated((scope) => codeRoute(scope, http)));
  app.register(encapsulated((scope) => socketRoute(scope, http, sockets)));
}

/** POST /sockets/: the URL of a websocket, with a code that admits one connection. */
function codeRoute(app: App, http: SocketParts): void {
  app.post(
    "/v2/sockets/",
    {
      config: { access: "read", operation: OPERATION },
      schema: {
        querystring: z.object({ space_id: idList("space").optional() }),
        response: { 201: socketAnswer },
      },
    },
    async (request, reply) => {
      const { space_id: given } = request.query;
      for (const spaceId of given ?? []) http.catalog.named("space", spaceId, "space_id");
      const spaceIds = given === undefined ? null : new Set(given);
      const code = http.codes.issue({ tokenId: must(request.token, "token").id, spaceIds });
      const base = baseAddress(request).replace(/^http/, "ws");
      const answer = { url: `${base}/v2/?code=${code}`, ttl: SOCKET_CODE_MS_MAX / 1_000 };
      return reply.code(201).headers(NO_STORE).send(answer);
    },
  );
}

/** GET /v2/?code=…: the websocket. */
function socketRoute(app: App, http: SocketParts, sockets: OpenSockets): void {
  const grants = new WeakMap<FastifyRequest, SocketGrant>();
  app.route({
    method: "GET",
    url: "/v2/",
    config: { access: "code" },
    schema: { querystring: z.object({ code: z.unknown().optional(), after: id("event").optional() }) },
    preHandler: async (request) => {
      if (!request.ws) return;
      sockets.requireRoom();
      const grant = http.codes.redeem(codeOf(request.query));
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
      sockets.add(socket, { connection: raw.socket, log }, { spaceIds, after });
    },
  });
}
