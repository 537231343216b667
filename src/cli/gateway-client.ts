/**
 * The client of the gateway's REST interface. It uses node:http instead of fetch, which takes 20 ms longer to load and gives up on a run
 * that takes longer than five minutes. Redirects are not followed, so that a key is sent only to the gateway that was named.
 */
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { failureOf, SilentGateway, unreachable } from "./gateway-failure.ts";
import type { Failure } from "./failure.ts";
import { parseExact } from "../lib/exact-json.ts";

export interface Gateway {
  /** The gateway's origin, without a path, as a person types it. */
  readonly url: string;
  readonly key?: string;
  /** The user agent, which identifies this process among all clients. */
  readonly client: string;
}

export interface RestRequest {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Statuses besides 2xx whose body is an answer. */
  readonly accepts?: readonly number[];
  /** Time without a byte of the answer after which the request is given up, in milliseconds; two minutes if absent. */
  readonly silenceMs?: number;
}

/** More than what the gateway itself waits for an upstream in a request that is no run. */
const SILENCE_MS = 120_000;

export type Answered<T> = { readonly ok: true; readonly status: number; readonly value: T } | Refused;

interface Refused {
  readonly ok: false;
  readonly status?: number;
  readonly failure: Failure;
}

/** @param path the path below /api/v1 */
export async function ask<T>(gateway: Gateway, path: string, request: RestRequest = {}): Promise<Answered<T>> {
  const opened = await open(gateway, path, request);
  if (!opened.ok) return opened;
  const { status } = opened;
  try {
    const text = await textOf(opened.value, request);
    return { ok: true, status, value: (text === "" ? undefined : parseExact(text)) as T };
  } catch (error) {
    if (error instanceof SyntaxError) {
      const message = `${gateway.url} answered with something that is not JSON. Is it an Isogate gateway?`;
      return { ok: false, status, failure: { message, exit: 1 } };
    }
    return { ok: false, failure: unreachable(gateway, error) };
  }
}

/** Returns the response as a stream, before it is complete; how long it then may be silent is for its reader to decide. */
export async function open(
  gateway: Gateway,
  path: string,
  request: RestRequest = {},
): Promise<Answered<IncomingMessage>> {
  const address = new URL(`/api/v1/${path}`, gateway.url);
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  let response: IncomingMessage;
  try {
    response = await send(address, gateway, request);
  } catch (error) {
    return { ok: false, failure: unreachable(gateway, error) };
  }
  const status = response.statusCode ?? 0;
  const isAnswer = (status >= 200 && status < 300) || request.accepts?.includes(status) === true;
  if (isAnswer) return { ok: true, status, value: response };
  const text = await textOf(response, request).catch(() => "");
  return { ok: false, status, failure: failureOf(gateway, status, text) };
}

function send(address: URL, { key, client }: Gateway, given: RestRequest) {
  const { method = "GET", body, signal, silenceMs = SILENCE_MS } = given;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = address.protocol === "https:" ? requestHttps : requestHttp;
    const sent = request(
      address,
      {
        method,
        headers: {
          "user-agent": client,
          accept: "application/json, */*;q=0.5",
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(payload !== undefined && {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(payload),
          }),
        },
        timeout: silenceMs,
        ...(signal && { signal }),
      },
      (response) => {
        sent.off("timeout", giveUp);
        resolve(response);
      },
    );
    const giveUp = () => sent.destroy(new SilentGateway(silenceMs));
    sent.once("timeout", giveUp);
    sent.once("error", reject);
    sent.end(payload);
  });
}

async function textOf(response: IncomingMessage, { silenceMs = SILENCE_MS }: RestRequest): Promise<string> {
  response.setTimeout(silenceMs, () => response.destroy(new SilentGateway(silenceMs)));
  response.setEncoding("utf8");
  let text = "";
  for await (const part of response as AsyncIterable<string>) text += part;
  return text;
}
