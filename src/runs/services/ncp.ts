/**
 * `ncp.find` and `ncp.plan`: which tools fit a request in words, and how one is to be called with the names somebody
 * used. A plan is a call only when there is no doubt: one tool stands out, it destroys nothing, every name given is one
 * of its parameters, none that it requires is missing, and its schema accepts the arguments. Everything else is a
 * report that says what to do.
 */
import * as z from "zod";
import { argumentSchema } from "../../../sdk-gen/index.ts";
import { mapParameters, type Mapping } from "../../../dialects/ncp/map-parameters.ts";
import { signatureOf } from "../../catalog/call-target.ts";
import type { SearchIndex } from "../../catalog/search/index.ts";
import { judgeArgs } from "../../upstream/arguments/judge-args.ts";
import { candidatesFor, isAmbiguous, reasonAgainst, toFound, type Candidate } from "./ncp-candidates.ts";
import { namedTools, type NcpScope } from "./ncp-named-tools.ts";
import { service, usage, type ServiceAnswer, type Services } from "./service.ts";
import { quote } from "../../lib/shorten.ts";

/** The schema of an object whose fields may all be left out together: no argument is an empty object. */
function withoutArguments<T extends z.ZodRawShape>(fields: T) {
  return z.preprocess((given) => given ?? {}, z.strictObject(fields));
}

const findSchema = withoutArguments({
  description: z.string().max(4_000).default(""),
  limit: z.int().min(1).max(100).optional(),
  page: z.int().min(1).max(1_000).default(1),
});
/** Each name that is no parameter is reported with those that are: 60,000 of them made an answer of 80 MB. */
const MAX_GIVEN = 200;
const planSchema = withoutArguments({
  intent: z.string().min(1).max(4_000),
  context: z
    .record(z.string(), z.unknown())
    .refine((given) => Object.keys(given).length <= MAX_GIVEN, `at most ${MAX_GIVEN} parameters are mapped`)
    .default({}),
});

const FIND_LIMIT = 5;
/** Without words everything is listed. */
const LIST_LIMIT = 20;

export function ncpServices(scope: NcpScope, index: () => Promise<SearchIndex>): Services {
  const { catalog, allowedServers } = scope;
  return {
    "ncp.find": service(
      findSchema,
      usage("ncp.find(text) or ncp.find({ description, limit?, page? })"),
      async ({ description, limit = description.trim() === "" ? LIST_LIMIT : FIND_LIMIT, page }) => {
        const found = candidatesFor(catalog, await index(), allowedServers, description, limit * page);
        return { ok: true, value: found.slice(limit * (page - 1)).map(toFound) };
      },
    ),
    "ncp.plan": service(
      planSchema,
      usage("ncp.do(intent, params) or ncp.do({ intent, context })"),
      async ({ intent, context }) => {
        const { paths, problem } = namedTools(scope, intent, Object.keys(context).length > 0);
        if (problem !== undefined) return report(NOTHING, { error: problem, hint: LATER, tool: null });
        const found = candidatesFor(catalog, await index(), allowedServers, intent, 2);
        const [first] = found;
        if (first !== undefined && paths.length > 0 && !paths.includes(first.path)) {
          const error = `${paths.join(" and ")} cannot be told from ${first.path}, so neither was called.`;
          return report(NOTHING, { error, hint: `Give only the name: ncp.do("${paths[0]}", params)`, tool: null });
        }
        return plan(found, intent, context);
      },
    ),
  };
}

function plan([first, second]: readonly Candidate[], intent: string, given: Record<string, unknown>): ServiceAnswer {
  if (first === undefined) return report(NOTHING, { error: "No tool matches.", hint: SAY_MORE, tool: null });
  const mapping = mapParameters(given, argumentSchema(first.tool), {
    tool: `${first.server} ${first.tool.name}`,
    intent,
  });
  const about = { tool: first.path, schema: first.tool.inputSchema };
  if (first.confidence < MIN_CONFIDENCE) {
    const error = `The best match, ${first.path}, hardly matches ${quote(intent, 200)}.`;
    return report(mapping, { ...about, error, hint: SAY_MORE, candidates: candidates(first, second) });
  }
  if (isAmbiguous(first, second)) {
    const error = `Both ${first.path} and ${second?.path} match, so neither was called.`;
    const hint = `Name the tool instead of the intent: ncp.do("${first.path}", params), or call it: ${signature(first)}`;
    return report(mapping, { ...about, error, hint, candidates: candidates(first, second) });
  }
  const harm = reasonAgainst(first.tool);
  if (harm !== undefined) {
    const error = `${first.path} may destroy data or move money, so it is not called by intent alone. ${harm}`;
    const hint = `To call this tool, use its name: ${signature(first)}`;
    return report(mapping, { ...about, error, hint, candidates: candidates(first, second) });
  }
  const { unmapped, missingRequired, args } = mapping;
  if (unmapped.length > 0 || missingRequired.length > 0) {
    const hints = unmapped.map(({ suggestion }) => suggestion);
    if (missingRequired.length > 0) hints.push(`Missing: ${missingRequired.join(", ")}.`);
    const error = "Not every name given is a parameter of the tool, or one that it requires is missing.";
    return report(mapping, { ...about, error, hint: `${hints.join(" ")} Signature: ${signature(first)}` });
  }
  const wrong = judgeArgs(first.tool, args, JSON.stringify(args).length);
  if (wrong !== undefined) return report(mapping, { ...about, error: wrong, hint: `Signature: ${signature(first)}` });
  const call = { server: first.server, tool: first.tool.name, args };
  const hint = `The tool was called and failed. Signature: ${signature(first)}`;
  return { ok: true, value: { call, report: { ...about, hint, ...mappingsOf(mapping) } } };
}

const LATER = "Nothing was called. ncp.find(text) lists the tools that there are.";
const MIN_CONFIDENCE = 0.4;
const SAY_MORE = "Describe the tool in other words, or search with ncp.find(text) or tools.search(query).";
const NOTHING: Mapping = { args: {}, mapped: [], unmapped: [], missingRequired: [] };

function report(mapping: Mapping, rest: object): ServiceAnswer {
  return { ok: true, value: { report: { ...rest, ...mappingsOf(mapping) } } };
}

function mappingsOf({ mapped, unmapped, missingRequired }: Mapping): object {
  return { paramMappings: mapped, unmappedParams: unmapped, missingRequired };
}

function candidates(...found: readonly (Candidate | undefined)[]): readonly object[] {
  return found.flatMap((one) => (one ? [toFound(one)] : []));
}

function signature({ server, tool, identifier }: Candidate): string {
  return signatureOf(server, tool, identifier);
}
