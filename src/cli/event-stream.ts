/** Parses the gateway's server-sent events. The data of each event is JSON on one line. */
import type { IncomingMessage } from "node:http";
import type { RunEvent } from "../contract/run-events.ts";

/** A longer line without an end does not come from a gateway. */
const MAX_EVENT_LENGTH = 1_000_000;

export async function* eventsOf(stream: IncomingMessage): AsyncGenerator<RunEvent> {
  stream.setEncoding("utf8");
  let rest = "";
  for await (const part of stream as AsyncIterable<string>) {
    rest = (rest + part).replaceAll("\r\n", "\n");
    if (rest.length > MAX_EVENT_LENGTH) throw new Error("The gateway sent an event without an end.");
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const event = parseEvent(rest.slice(0, end));
      rest = rest.slice(end + 2);
      if (event) yield event;
    }
  }
}

function parseEvent(block: string): RunEvent | undefined {
  let type: string | undefined;
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) type = line.slice(6).trim();
    if (line.startsWith("data:")) data += line.slice(5).trim();
  }
  if (data === "") return undefined;
  try {
    const value = JSON.parse(data) as RunEvent;
    return type === undefined ? value : ({ ...value, type } as RunEvent);
  } catch {
    return undefined;
  }
}
