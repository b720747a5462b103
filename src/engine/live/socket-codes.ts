import { randomBytes } from "node:crypto";
import { HeadcountError } from "../../domain/errors.ts";
import type { Clock } from "../../domain/instant.ts";
import { SOCKET_CODE_MS_MAX, SOCKET_CODES_MAX } from "../../domain/limits.ts";
import type { Catalog } from "../catalog/catalog.ts";

/** What a code lets its bearer listen to. */
export interface SocketGrant {
  /** The token that the code was made with. */
  readonly tokenId: bigint;
  /** Null for all spaces. */
  readonly spaceIds: ReadonlySet<bigint> | null;
}

/** What makes codes; replaced in tests. */
export type MakeCode = () => string;

/** 192 random bits behind the documented prefix (D20). */
const randomCode: MakeCode = () => `skc_${randomBytes(24).toString("base64url")}`;

/** The codes that let sockets in: each works once, for five minutes, and as long as its token does (D24). */
export class SocketCodes {
  readonly #clock: Clock;
  readonly #catalog: Pick<Catalog, "tokens">;
  readonly #makeCode: MakeCode;
  /** Outstanding ones in the order in which they expire. */
  readonly #codes = new Map<string, { readonly grant: SocketGrant; readonly expires: number }>();

  constructor(clock: Clock, catalog: Pick<Catalog, "tokens">, makeCode: MakeCode = randomCode) {
    this.#clock = clock;
    this.#catalog = catalog;
    this.#makeCode = makeCode;
  }

  /** @throws HeadcountError `unavailable` where too many are outstanding */
  issue(grant: SocketGrant): string {
    const now = this.#clock.now();
    for (const [code, { expires }] of this.#codes) {
      if (!isOver(expires, now)) break;
      this.#codes.delete(code);
    }
    if (this.#codes.size >= SOCKET_CODES_MAX)
      throw new HeadcountError("unavailable", "too many codes have been made and not used; try again later");
    const code = this.#makeCode();
    this.#codes.set(code, { grant, expires: now + SOCKET_CODE_MS_MAX });
    return code;
  }

  /** What a code is good for, or null where it is used, expired or invented, or its token is gone. */
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

/** Whether a code has expired, or was made while the system's clock was ahead of what it was corrected to. */
function isOver(expires: number, now: number): boolean {
  return expires <= now || expires > now + SOCKET_CODE_MS_MAX;
}
