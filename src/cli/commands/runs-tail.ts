import { segment } from "../ask-and-print.ts";
import type { Command } from "../command.ts";
import { eventLine } from "../event-lines.ts";
import { eventsOf } from "../event-stream.ts";
import { open } from "../gateway-client.ts";
import { onInterrupt } from "../interrupt.ts";

export const runsTail: Command = {
  name: "runs tail",
  summary: "Watch runs live, or one run until it ends",
  details: ["When piped, the output is one JSON object per event and line. Ctrl-C stops watching."],
  positionals: [{ name: "RUN", isOptional: true }],
  examples: [
    { line: "isogate runs tail", why: "all your runs, until Ctrl-C" },
    { line: "isogate runs tail r_…", why: "this run, from its start to its end" },
    { line: `isogate runs tail | jq 'select(.type == "run_ended" and .state != "ok")'`, why: "failures" },
  ],
  async run(cli, { positionals: [id] }) {
    const stopped = new AbortController();
    const interrupts = onInterrupt(() => stopped.abort());
    try {
      const path = id === undefined ? "runs/stream" : `runs/${segment(id)}/stream`;
      const opened = await open(cli.gateway, path, { signal: stopped.signal });
      if (!opened.ok) return stopped.signal.aborted ? 0 : opened.failure;
      if (!cli.wantsJson && id === undefined)
        cli.err(cli.paintError.dim(`Watching ${cli.gateway.url}; Ctrl-C stops.\n`));
      for await (const event of eventsOf(opened.value)) {
        const line = cli.wantsJson ? JSON.stringify(event) : eventLine(event, cli.paint);
        if (line !== undefined) cli.out(`${line}\n`);
        if (id !== undefined && event.type === "run_ended") return 0;
      }
      return { message: `${cli.gateway.url} ended the stream.`, exit: 1 };
    } catch (error) {
      if (stopped.signal.aborted) return 0;
      return { message: `The stream of ${cli.gateway.url} broke off: ${(error as Error).message}`, exit: 1 };
    } finally {
      stopped.abort();
      interrupts.stop();
    }
  },
};
