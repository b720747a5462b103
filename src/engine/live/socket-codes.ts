import { randomBytes } from "node:crypto";
import type { Clock } from "../../domain/clock.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { SOCKET_CODE_MS_MAX, SOCKET_CODES_MAX } from "../../domain/limits.ts";
import type { Catalog } from "../catalog/catalog.ts";

/** The subscription that a code grants. */
export interface SocketGrant {
  /** The token that the code was made with. */
  readonly tokenId: bigint;
  /** Null for all spaces. */
  readonly spaceIds: ReadonlySet<bigint> | null;
}

/** 192 random bits behind the documented prefix (D20). */
const randomCode = () => `skc_${randomBytes(24).toString("base64url")}`;

/** The codes that admit sockets: each works once, for five minutes, while its token is valid (D24). */
export class SocketCodes {
  readonly #clock: Clock;
  readonly #catalog: Pick<Catalog, "tokens">;
  readonly #makeCode: () => string;
  /** Outstanding ones in the order in which they expire. */
  readonly #codes = new Map<string, { readonly grant: SocketGrant; readonly expires: number }>();

  constructor(clock: Clock, catalog: Pick<Catalog, "tokens">, makeCode = randomCode) {
    this.#clock = clock;
    this.#catalog = catalog;
    this.#makeCode = makeCode;
  }

  /** @throws HeadcountError `unavailable` if too many are outstanding */
  issue(grant: SocketGrant): string {
    const now = this.#clock.now();
    for (const [code, { expires }] of this.#codes) {
      if (!isOver(expires, now)) break;
      this.#codes.delete(code);
    }
    if (this.#codes.size >= SOCKET_CODES_MAX)
      throw new HeadcountError("unavailable", "too many codes have not been used yet; try again later");
    const code = this.#makeCode();
    this.#codes.set(code, { grant, expires: now + SOCKET_CODE_MS_MAX });
    return code;
  }

  /** The grant of a code; null if it is unknown, used or expired, or its token was deleted. */
  find(code: string): SocketGrant | null {
    const found = this.#codes.get(code);
    if (found === undefined || isOver(found.expires, this.#clock.now())) return null;
    return this.#catalog.tokens.has(found.grant.tokenId) ? found.grant : null;
  }

  /** As `find`; the code is used up. */
  redeem(code: string): SocketGrant | null {
    const grant = this.find(code);
    this.#codes.delete(code);
    return grant;
  }
}

/** Whether a code has expired, or was made before the system's clock was set back. */
function isOver(expires: number, now: number): boolean {
  return expires <= now || expires > now + SOCKET_CODE_MS_MAX;
}
