/** Copies a long text from the gateway to standard output as it arrives, at the speed of its reader. */
import { once } from "node:events";
import process from "node:process";
import type { Cli } from "./cli.ts";
import type { Ended } from "./command.ts";
import { open, type RestRequest } from "./gateway-client.ts";
import { printable } from "./printable.ts";
import { messageOf } from "../lib/message-of.ts";

export async function streamOut(cli: Cli, path: string, request: RestRequest = {}): Promise<Ended> {
  const opened = await open(cli.gateway, path, request);
  if (!opened.ok) return opened.failure;
  const stream = opened.value;
  stream.setEncoding("utf8");
  try {
    for await (const part of stream as AsyncIterable<string>) {
      if (!process.stdout.write(cli.wantsJson ? part : printable(part))) await once(process.stdout, "drain");
    }
    return 0;
  } catch (error) {
    const why = messageOf(error);
    return { message: `${cli.gateway.url} ended the answer early, so the output is incomplete: ${why}`, exit: 1 };
  }
}
