/**
 * The least an MCP client of 2026-07-28 does: one POST on a connection that stays open, the answer read to its end. An SDK's own
 * work is not the gateway's.
 */
import { Agent, request } from "node:http";

export interface Timed {
  /** From the first byte sent to the last one received. */
  readonly ms: number;
  /** The one text block of the tool's answer. */
  readonly text: string;
}

export class BenchClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  #id = 0;

  constructor(port: number) {
    this.#port = port;
  }

  async listTools(): Promise<number> {
    return (await this.#ask("tools/list", {}, {})).ms;
  }

  async search(args: Record<string, unknown>): Promise<Timed> {
    return this.#call("search_tools", args);
  }

  /** @throws when the script did not end well, so that no failure is measured as a fast answer */
  async execute(code: string, options: Record<string, unknown> = {}): Promise<number> {
    const { ms, text } = await this.#call("execute_code", { code, options });
    const envelope = JSON.parse(text) as { ok: boolean };
    if (!envelope.ok) throw new Error(`${code}\n${text}`);
    return ms;
  }

  /** @throws when the script did not end with that error */
  async executeUntil(error: string, code: string, options: Record<string, unknown>): Promise<number> {
    const { ms, text } = await this.#call("execute_code", { code, options });
    const envelope = JSON.parse(text) as { error?: { code: string } };
    if (envelope.error?.code !== error) throw new Error(`${code}\n${text}`);
    return ms;
  }

  async executeSaved(script: string): Promise<number> {
    const { ms, text } = await this.#call("execute_code", { script });
    if (!(JSON.parse(text) as { ok: boolean }).ok) throw new Error(text);
    return ms;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #call(name: string, args: Record<string, unknown>): Promise<Timed> {
    const { ms, message } = await this.#ask("tools/call", { name, arguments: args }, { "mcp-name": name });
    const answer = message as { result?: { content: { text: string }[]; isError?: boolean } };
    const text = answer.result?.content[0]?.text;
    if (text === undefined) throw new Error(`${name}: ${JSON.stringify(message)}`);
    return { ms, text };
  }

  #ask(method: string, params: object, headers: Record<string, string>): Promise<{ ms: number; message: unknown }> {
    this.#id += 1;
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: this.#id, method, params: { ...params, _meta: meta } });
    const options = {
      host: "127.0.0.1",
      port: this.#port,
      path: "/mcp",
      method: "POST",
      agent: this.#agent,
      headers: {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...headers,
      },
    };
    return new Promise((resolve, reject) => {
      const from = performance.now();
      const sent = request(options, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.once("error", reject);
        response.once("end", () => {
          const ms = performance.now() - from;
          const data = /^data: ?(\{.*)$/m.exec(text)?.[1];
          if (data === undefined) reject(new Error(`${method}: ${response.statusCode} ${text}`));
          else resolve({ ms, message: JSON.parse(data) });
        });
      });
      sent.once("error", reject);
      sent.end(body);
    });
  }
}
