/**
 * Questions that a script can put to the gateway itself, besides calling tools: `tools.search(…)`, `progress(…)`. The functions a
 * script sees are in guest/; each question they ask comes to the service of its name. Those that need no more than the
 * Worker knows are answered there, the rest by the principal's Gateway.
 */
import type * as z from "zod";
import type { CallFailure, CallReply, Question } from "../../../worker-loader/index.ts";
import { issuesText } from "../../lib/issue-text.ts";
import type { Result } from "../../lib/result.ts";

export type ServiceAnswer = Result<unknown, CallFailure>;

/** @param args what the guest sent; anything at all @param number of the question, in a durable run */
export type Service = (args: unknown, number?: number) => ServiceAnswer | Promise<ServiceAnswer>;

export type Services = Readonly<Record<string, Service>>;

export function answerFrom(services: Services) {
  return async (question: Question, number?: number): Promise<CallReply> => {
    const { service: name, args } = question;
    if (!Object.hasOwn(services, name)) {
      return { ok: false, error: { code: "TOOL_NOT_FOUND", message: `The gateway has no service ${name}.` } };
    }
    const answer = await services[name]?.(JSON.parse(args), number);
    if (answer?.ok === false) return answer;
    return { ok: true, value: JSON.stringify(answer?.value ?? null) };
  };
}

/** @param problem what is wrong with the arguments, in the words of the function a script calls */
export function invalidArgs(problem: string): ServiceAnswer {
  return { ok: false, error: { code: "INVALID_ARGS", message: problem } };
}

/** The problem with arguments that a schema refuses, from the schema's error and the arguments. */
type Problem = string | ((error: z.ZodError, args: unknown) => string);

/**
 * Makes a service that answers arguments its schema refuses with INVALID_ARGS.
 * @param problem the message of the refusal @param run gets the arguments as the schema returns them
 */
export function service<T>(
  schema: z.ZodType<T>,
  problem: Problem,
  run: (args: T, number?: number) => ServiceAnswer | Promise<ServiceAnswer>,
): Service {
  return (args, number) => {
    const parsed = schema.safeParse(args);
    if (parsed.success) return run(parsed.data, number);
    return invalidArgs(typeof problem === "string" ? problem : problem(parsed.error, args));
  };
}

/** @param call how a script calls the function, like `runs.get(id)`; the problems that the schema found follow it */
export function usage(call: string): Problem {
  return (error, args) => `${call}: ${issuesText(error, args)}`;
}
