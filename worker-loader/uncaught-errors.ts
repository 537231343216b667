/**
 * Lines of log about errors that nothing in the script has caught: of a promise that was rejected, or of a timer's callback. The guest reports
 * them with their frames, because only the host knows the user's lines.
 */
import * as z from "zod";
import { whereOf } from "./remarks.ts";
import type { Locate } from "./syntax/position.ts";

/** Three frames of the guest (guest/console.js). */
const MAX_STACK_LENGTH = 1_000;
/** Further errors have no line: the frames of a hostile script take half a millisecond for each. */
const MAX_PLACED = 200;

const uncaughtSchema = z.object({
  kind: z.enum(["unhandled", "uncaught"]),
  message: z.string(),
  stack: z.string().transform((given) => given.slice(0, MAX_STACK_LENGTH)),
});

/** @returns a function that makes a line of an error as the guest reports it; of anything else it makes none */
export function uncaughtReader(locate: Locate): (reported: unknown) => string | undefined {
  let placed = 0;
  return (reported) => {
    const { data } = uncaughtSchema.safeParse(reported);
    if (data === undefined) return undefined;
    placed += 1;
    const where = placed > MAX_PLACED ? "" : whereOf(data.stack, locate);
    return `[${data.kind}] ${where}${data.message}`;
  };
}
