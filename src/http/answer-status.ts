/**
 * The status of an answer whose stream was opened before the answer was known. The protocol wants status 400 where a client lacks a
 * capability (MCP 2026-07-28, "Missing Required Client Capability"), which is known only when an upstream has said so.
 */
import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isRecord } from "../lib/is-record.ts";
import { parseJson } from "../lib/parse-json.ts";

/** A longer part is a result. */
const MAX_REFUSAL_BYTES = 20_000;

/** Waits for the first part of a stream, which is the answer itself or a blank that keeps the connection open. @returns the answer with the status it should have */
export async function withAnswerStatus(response: Response): Promise<Response> {
  if (!response.ok || response.body === null) return response;
  const reader = response.body.getReader();
  const first = await reader.read();
  const refusal = first.done ? undefined : missingCapability(first.value);
  if (refusal !== undefined) {
    await reader.cancel();
    return Response.json(refusal, { status: 400 });
  }
  return new Response(continued(first.value, reader), response);
}

/** @returns the message, if it is the error that has a status of its own */
function missingCapability(part: Uint8Array): object | undefined {
  if (part.byteLength > MAX_REFUSAL_BYTES) return undefined;
  const [, data = ""] = /^event: message\ndata: (.*)\n\n$/.exec(new TextDecoder().decode(part)) ?? [];
  const message = parseJson(data);
  if (!isRecord(message) || !isRecord(message["error"])) return undefined;
  return message["error"]["code"] === ProtocolErrorCode.MissingRequiredClientCapability ? message : undefined;
}

function continued(
  first: Uint8Array | undefined,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (first !== undefined) controller.enqueue(first);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
