/** One HTTP request exactly as it is written: any method, any path, any header, bodies in parts. */
import { Agent, request } from "node:http";

export interface Sent {
  readonly method: string;
  /** As it goes over the network: with its query, whatever its encoding. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** In so many parts, `Transfer-Encoding: chunked`; 0: with a Content-Length. */
  readonly parts?: number;
}

export interface Answered {
  /** 0: the connection was closed without an answer; the runtime's HTTP server does so with what is no HTTP. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
/** A stream that has not ended by then is left; what came of it is the answer. */
const STREAM_MS = 400;
export const MAX_ANSWER_MS = 60_000;

/** @throws when no answer comes at all */
export function send(origin: string, sent: Sent): Promise<Answered> {
  const { hostname, port } = new URL(origin);
  const started = performance.now();
  const body = sent.body === undefined ? undefined : Buffer.from(sent.body);
  const parts = sent.parts ?? 0;
  const headers: Record<string, string> = { ...sent.headers };
  if (body !== undefined && parts === 0) headers["content-length"] = String(body.byteLength);
  // By itself Node says so for some methods only, and sends the others' parts as they are.
  if (body !== undefined && parts > 0) headers["transfer-encoding"] = "chunked";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      outgoing.destroy();
      reject(new Error(`no answer within ${MAX_ANSWER_MS} ms`));
    }, MAX_ANSWER_MS);
    const done = (answered: Omit<Answered, "ms">): void => {
      clearTimeout(timer);
      resolve({ ...answered, ms: performance.now() - started });
    };
    const outgoing = request(
      { hostname, port, method: sent.method, path: sent.path, headers, agent, setHost: !("host" in headers) },
      (incoming) => {
        let text = "";
        const finish = (): void => done({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text });
        incoming.setEncoding("utf8").on("data", (part: string) => (text += part));
        incoming.once("end", finish);
        incoming.once("error", finish);
        incoming.once("close", finish);
        if (String(incoming.headers["content-type"]).startsWith("text/event-stream")) {
          setTimeout(() => incoming.destroy(), STREAM_MS).unref();
        }
      },
    );
    outgoing.once("error", () => done({ status: 0, headers: {}, body: "" }));
    if (body === undefined || parts === 0) return void outgoing.end(body);
    const size = Math.max(1, Math.ceil(body.byteLength / parts));
    for (let at = 0; at < body.byteLength; at += size) outgoing.write(body.subarray(at, at + size));
    outgoing.end();
  });
}

/** For a report: what to send to see it again. */
export function describeSent({ method, path, headers, body, parts }: Sent): string {
  const text = body === undefined ? "" : typeof body === "string" ? body : Buffer.from(body).toString("latin1");
  const shown =
    text.length > 1_500 ? `${text.slice(0, 1_000)} … (${text.length} characters) … ${text.slice(-300)}` : text;
  const { authorization: _, ...others } = headers;
  return `${method} ${path.slice(0, 500)} ${JSON.stringify(others).slice(0, 500)}${parts ? ` in ${parts} parts` : ""}\n  ${shown}`;
}
