/**
 * The connection to one MCP server: opened when it is first used, and again when the server has forgotten it. One that the server has
 * forgotten, as after a restart, is replaced for what comes next and closed when nothing uses it any more: other calls may still be
 * answered on it, and each call that the server has refused is sent once more on the new one.
 */
import { SdkHttpError, type Client } from "@modelcontextprotocol/client";
import { isConnectionLost, isSessionLost } from "./mcp-failures.ts";
import { refusedFor } from "./http-refusals.ts";

interface Session {
  readonly opening: Promise<Client>;
  /** Undefined until it is open. */
  client?: Client;
  uses: number;
  isRetired: boolean;
}

/** Opens a connection. @param onClose called when it is closed, by whichever side */
type Open = (onClose: () => void) => Promise<Client>;

export class Sessions {
  readonly #open: Open;
  #current: Session | undefined;

  constructor(open: Open) {
    this.#open = open;
  }

  /** Runs `work` on an open connection; when the server has forgotten the session, once more on a new one. @throws what `work` throws */
  async run<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const session = this.#connect();
    const client = await session.opening;
    const hadSession = client.transport?.sessionId !== undefined;
    try {
      return await this.#use(session, () => work(client));
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      this.#retire(session);
      // A request with a session that is answered by 404 was not accepted (MCP 2025-11-25, "Session Management"), nor was one whose
      // version is refused or that found no connection. Any other 404 says nothing of the kind.
      const isOfSession = error instanceof SdkHttpError && refusedFor(error) !== "version";
      const isRefused = isSessionLost(error) && (hadSession || !isOfSession);
      if (!isRefused) throw error;
      const next = this.#connect();
      const replacing = await next.opening;
      return await this.#use(next, () => work(replacing));
    }
  }

  /** What comes next opens a new connection, if this one is still used for it. */
  retire(client: Client): void {
    if (this.#current?.client === client) this.#retire(this.#current);
  }

  /** Closes the connection, whatever is under way on it. */
  async close(): Promise<void> {
    const session = this.#current;
    this.#current = undefined;
    await session?.opening.then((client) => client.close()).catch(() => undefined);
  }

  #connect(): Session {
    if (this.#current !== undefined) return this.#current;
    const forget = (): void => {
      if (this.#current === session) this.#current = undefined;
    };
    const session: Session = { opening: this.#open(forget), uses: 0, isRetired: false };
    session.opening.then((client) => (session.client = client), forget);
    this.#current = session;
    return session;
  }

  async #use<T>(session: Session, work: () => Promise<T>): Promise<T> {
    session.uses += 1;
    try {
      return await work();
    } finally {
      session.uses -= 1;
      if (session.isRetired) this.#closeUnused(session);
    }
  }

  #retire(session: Session): void {
    if (this.#current === session) this.#current = undefined;
    session.isRetired = true;
    this.#closeUnused(session);
  }

  #closeUnused(session: Session): void {
    if (session.uses === 0) void session.opening.then((client) => client.close()).catch(() => undefined);
  }
}
