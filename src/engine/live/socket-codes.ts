import { randomBytes } from "node:crypto";
import type { Clock } from "../../domain/clock.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { SOCKET_CODE_MS_MAX, SOCKET_CODES_MAX } from "../../domain/limits.ts";
import type { Catalog } from "../catalog/catalog.ts";

export interface SocketGrant {
  readonly tokenId: bigint;
  /** Null for all spaces. */
  readonly spaceIds: ReadonlySet<bigint> | null;
}

/** A grant with the end of its code, in ms. */
export interface StoredGrant extends SocketGrant {
  readonly expires: number;
}

export interface SocketCodeStore {
  /** @throws HeadcountError `unavailable` if too many are outstanding */
  add(code: string, grant: StoredGrant, now: number): Promise<void>;
  find(code: string): Promise<StoredGrant | null>;
  /** @returns whether it was there: of several that remove a code at the same time one gets true */
  remove(code: string): Promise<boolean>;
}

/** 192 random bits behind the documented prefix (D20). */
const randomCode = () => `skc_${randomBytes(24).toString("base64url")}`;

/** The codes that admit sockets: each works once, for five minutes, while its token is valid (D24). */
export class SocketCodes {
  readonly #clock: Clock;
  readonly #catalog: Pick<Catalog, "tokens">;
  readonly #store: SocketCodeStore;
  readonly #makeCode: () => string;

  constructor(
    clock: Clock,
    catalog: Pick<Catalog, "tokens">,
    store: SocketCodeStore = new MemoryCodes(),
    makeCode = randomCode,
  ) {
    this.#clock = clock;
    this.#catalog = catalog;
    this.#store = store;
    this.#makeCode = makeCode;
  }

  /** @throws HeadcountError `unavailable` if too many are outstanding */
  async issue(grant: SocketGrant): Promise<string> {
    const now = this.#clock.now();
    const code = this.#makeCode();
    await this.#store.add(code, { ...grant, expires: now + SOCKET_CODE_MS_MAX }, now);
    return code;
  }

  /** The grant of a code; null if it is unknown, used or expired, or its token was deleted. */
  async find(code: string): Promise<SocketGrant | null> {
    const found = await this.#store.find(code);
    if (found === null || isOver(found.expires, this.#clock.now())) return null;
    return this.#catalog.tokens.has(found.tokenId) ? found : null;
  }

  async redeem(code: string): Promise<SocketGrant | null> {
    const grant = await this.find(code);
    const isFirst = await this.#store.remove(code);
    return isFirst ? grant : null;
  }
}

class MemoryCodes implements SocketCodeStore {
  /** Outstanding ones in the order in which they expire. */
  readonly #codes = new Map<string, StoredGrant>();

  async add(code: string, grant: StoredGrant, now: number): Promise<void> {
    for (const [old, { expires }] of this.#codes) {
      if (!isOver(expires, now)) break;
      this.#codes.delete(old);
    }
    if (this.#codes.size >= SOCKET_CODES_MAX)
      throw new HeadcountError("unavailable", "too many codes have not been used yet; try again later");
    this.#codes.set(code, grant);
  }

  async find(code: string): Promise<StoredGrant | null> {
    return this.#codes.get(code) ?? null;
  }

  async remove(code: string): Promise<boolean> {
    return this.#codes.delete(code);
  }
}

/** Whether a code has expired, or was made before the system's clock was set back. */
function isOver(expires: number, now: number): boolean {
  return expires <= now || expires > now + SOCKET_CODE_MS_MAX;
}
