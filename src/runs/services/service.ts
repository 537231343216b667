/**
 * Questions that a script can put to the gateway itself, besides calling tools: `tools.search(…)`, `progress(…)`. The functions a
 * script sees are in guest/; each question they ask comes to the service of its name. Those that need no more than the
 * Worker knows are answered there, the rest by the principal's Gateway.
 */
import type { CallFailure, CallReply, Question } from "../../../worker-loader/index.ts";
import type { Result } from "../../lib/result.ts";

export type ServiceAnswer = Result<unknown, CallFailure>;

/** @param args what the guest sent; anything at all @param number of the question, in a durable run */
export type Service = (args: unknown, number?: number) => ServiceAnswer | Promise<ServiceAnswer>;

export type Services = Readonly<Record<string, Service>>;

export function answerFrom(services: Services) {
  return async (question: Question, number?: number): Promise<CallReply> => {
    const { service, args } = question;
    if (!Object.hasOwn(services, service)) {
      return { ok: false, error: { code: "TOOL_NOT_FOUND", message: `The gateway has no service ${service}.` } };
    }
    const answer = await services[service]?.(JSON.parse(args), number);
    if (answer?.ok === false) return answer;
    return { ok: true, value: JSON.stringify(answer?.value ?? null) };
  };
}

/** @param problem what is wrong with the arguments, in the words of the function a script calls */
export function invalidArgs(problem: string): ServiceAnswer {
  return { ok: false, error: { code: "INVALID_ARGS", message: problem } };
}
