/**
 * The policy document as people write it: `policy` in gateway.json, or policy.json. The types are the contract; the schema checks them
 * and is the source of policy.schema.json. PolicyLayer's hosted documents and its prose form (`action`, `reason`, `rate_limit`) are
 * accepted, too.
 */
import * as z from "zod";
import { OPERATORS } from "../values/compare.ts";
import { DURATION } from "../values/durations.ts";
import { MAX_LIST_ITEMS, MAX_TOOL_PATTERN_CHARS } from "../values/policy-bounds.ts";

/** From the mildest on. */
export const TIERS = ["read", "write", "execute", "destructive", "financial"] as const;
export type Tier = (typeof TIERS)[number];
export const PRESETS = ["read-only", "ask-before-write", "ask-before-destructive"] as const;
export type Preset = (typeof PRESETS)[number];
export type Mode = "enforce" | "log_only";

/** A document that only logs makes each of its rules only log. */
export function modeOf(own: Mode | undefined, document: Mode): Mode {
  return document === "log_only" ? document : (own ?? document);
}
export type Scalar = string | number | boolean | null;

export interface ValueCondition {
  readonly path: string;
  readonly op: (typeof OPERATORS)[number];
  readonly value?: Scalar | readonly Scalar[] | undefined;
  readonly ref?: string | undefined;
}

export interface RowSelector {
  readonly tool: string | readonly string[];
  readonly where?: readonly Condition[] | undefined;
  readonly state?: "ok" | "failed" | "denied" | "any" | undefined;
}

export interface CallSelector extends RowSelector {
  readonly within?: string | undefined;
  readonly scope?: "run" | "session" | "principal" | "deployment" | undefined;
  readonly include_call?: boolean | undefined;
}

export interface CountSelector extends CallSelector {
  readonly distinct?: string | undefined;
  readonly each?: CountSelector | undefined;
}

export type Condition =
  | ValueCondition
  | { readonly formerly: CallSelector }
  | { readonly previous: CallSelector }
  | {
      readonly since: CallSelector & {
        readonly without?: RowSelector | undefined;
        readonly always?: RowSelector | undefined;
      };
    }
  | { readonly count: CountSelector; readonly op: CountOperator; readonly value: number }
  | { readonly sum: CallSelector & { readonly of: string }; readonly op: CountOperator; readonly value: number }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

const COUNT_OPERATORS = ["eq", "neq", "lt", "lte", "gt", "gte"] as const;
export type CountOperator = (typeof COUNT_OPERATORS)[number];

const patternText = z
  .string({ error: "expected the name of a tool or a glob" })
  .max(MAX_TOOL_PATTERN_CHARS, `a pattern has at most ${MAX_TOOL_PATTERN_CHARS} characters`)
  .regex(/^[^\s\p{C}]+$/u, "a pattern has characters, but no blanks and no invisible ones")
  .meta({ id: "toolPattern", description: "`server.tool`, a glob such as `github.delete_*`, `execute_code`, or `*`." });
const patterns = z.union([patternText, z.array(patternText).min(1).max(MAX_LIST_ITEMS)], {
  error: "expected a tool pattern or a list of them",
});
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()], {
  error: "expected a text, a number, true, false or null",
});
const pathText = z.string({ error: "expected a path such as args.amount" }).meta({
  description: "A field: `args.amount`, `args.items[*].price`, `output.id`, `tool.tier`, `principal.id`, `run.id`.",
});
const duration = z
  .string({ error: "expected a duration such as 1h" })
  .regex(DURATION, "expected a number and s, m, h or d, such as 30s or 1h");
const message = z.string().max(2_000).describe("Message of the error that the script and the model get.");
const mode = z
  .enum(["enforce", "log_only"])
  .describe("log_only records what would have been decided and lets the call pass.");

const condition: z.ZodType<Condition> = z.lazy(() =>
  z
    .union([
      valueCondition,
      z.strictObject({ formerly: callSelector.describe("Some earlier call matched.") }),
      z.strictObject({ previous: callSelector.describe("The call directly before this one matched.") }),
      z.strictObject({
        since: sinceSelector.describe("A call matched, and what came after it kept to `without` and `always`."),
      }),
      z.strictObject({ count: countSelector, op: z.enum(COUNT_OPERATORS), value: z.number() }),
      z.strictObject({ sum: sumSelector, op: z.enum(COUNT_OPERATORS), value: z.number() }),
      z.strictObject({ all: conditions }),
      z.strictObject({ any: conditions }),
      z.strictObject({ not: condition }),
    ])
    .meta({ id: "condition" }),
);
const conditions = z.array(condition).max(MAX_LIST_ITEMS);

const valueCondition = z.strictObject({
  path: pathText,
  op: z.enum(OPERATORS),
  value: z
    .union([scalar, z.array(scalar).max(MAX_LIST_ITEMS)], {
      error: "expected a text, a number, true, false, null or a list of these",
    })
    .optional(),
  ref: pathText.optional().describe("Compares with this field of the present call instead of `value`."),
});

const rowSelector = z.strictObject({
  tool: patterns,
  where: conditions
    .optional()
    .describe("All must hold for the earlier call; `path` reads that call, `ref` the present one."),
  state: z
    .enum(["ok", "failed", "denied", "any"])
    .optional()
    .describe("How the earlier call ended; default ok. `any` is every call that was sent."),
});
const callSelector = rowSelector.extend({
  within: duration
    .optional()
    .describe("Maximum age of the earlier calls; required unless the scope is run or session."),
  scope: z
    .enum(["run", "session", "principal", "deployment"])
    .optional()
    .describe("Scope of the earlier calls; default principal."),
  include_call: z.boolean().optional().describe("true: the present call also counts; default false."),
});
const sinceSelector = callSelector.extend({ without: rowSelector.optional(), always: rowSelector.optional() });
const countSelector: z.ZodType<CountSelector> = z.lazy(() =>
  callSelector
    .extend({
      distinct: pathText.optional().describe("Counts the different values of this field instead of the calls."),
      each: countSelector.optional().describe("Counts, for every call found, the calls before it that match this."),
    })
    .meta({ id: "countSelector" }),
);
const sumSelector = callSelector.extend({ of: pathText.describe("The amount of each call, such as args.amount.") });

const LIMIT_WINDOW = "expected minute, hour, day, run, session, a duration such as 10m, or a number of seconds";

const limit = z.strictObject({
  counter: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[\w.-]+$/, "a counter's name has letters, digits, _, . and - only"),
  window: z
    .union(
      [z.enum(["minute", "hour", "day", "run", "session"]), z.string().regex(DURATION, LIMIT_WINDOW), z.int().min(1)],
      {
        error: LIMIT_WINDOW,
      },
    )
    .describe("Windows of time are aligned to UTC."),
  max: z.number().min(0),
  scope: z
    .enum(["grant", "principal", "deployment", "session", "run"])
    .optional()
    .describe("Scope in which calls share the counter; default grant."),
  increment_from: pathText.optional().describe("Counts this amount of each call instead of 1."),
  mode: mode.optional(),
});

const rule = z.strictObject({
  action: z.enum(["allow", "deny", "require_approval"]).optional(),
  reason: message.optional(),
  rate_limit: z
    .strictObject({
      max: z.number().min(0),
      window: z.union([z.int().min(1), duration], { error: "expected a number of seconds" }),
    })
    .optional()
    .describe("Shorthand for a limit per session."),
  require: conditions.optional().describe("Conditions that must all hold; otherwise the call is denied."),
  deny_if: conditions.optional().describe("Conditions; the call is denied if one of them holds or cannot be decided."),
  limits: z.array(limit).max(100).optional(),
  require_approval: z
    .union([z.boolean(), conditions], { error: "expected true, false or a list of conditions" })
    .optional()
    .describe("Requires a person's approval: always (true), or if one of the conditions holds or cannot be decided."),
  on_deny: message.optional(),
  mode: mode.optional(),
});

const flow = z.strictObject({
  from: patterns.describe("Source of data: a label, or tools whose results are followed."),
  with: patterns.optional().describe("The rule applies only if the run has also called one of these tools."),
  to: patterns.describe("Sink of data: a label, or tools that must not receive the results."),
  args: z
    .array(z.string().min(1))
    .min(1)
    .max(MAX_LIST_ITEMS)
    .optional()
    .describe("Top-level arguments of the sink that the rule covers; default all."),
  unless: z.literal("approved").optional().describe("approved: a person decides, in place of a denial."),
  on_deny: message.optional(),
  mode: mode.optional(),
});

const DATA_ACTIONS = ["report", "redact", "tokenize", "block"] as const;
export type DataAction = (typeof DATA_ACTIONS)[number];

const dataRule = z.strictObject({
  kinds: z
    .array(z.string())
    .min(1, "name at least one kind")
    .max(100)
    .describe("secret, card, email, phone, iban, or a name under `patterns`."),
  action: z
    .enum(DATA_ACTIONS)
    .describe(
      "report: a line in the run's log and a mark on the call; redact: `[REDACTED:email]` instead of the value; block: the call is denied, or its result withheld; tokenize: scripts and models see `[EMAIL_1]`.",
    ),
  in: z
    .enum(["results", "arguments", "both"])
    .optional()
    .describe("Where the rule looks for data; default both. A rule that tokenizes always looks at results."),
  tools: patterns.optional().describe("Tools whose calls the rule covers: labels or patterns; default all."),
  reveal: patterns
    .optional()
    .describe("Only with tokenize: tools in whose arguments a token turns back into its value."),
  on_deny: message.optional(),
  mode: mode.optional(),
});

const KIND_NAME = /^[a-z][a-z0-9_]{0,39}$/;

export const policySchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal("1"),
  description: z.string().max(10_000).optional(),
  default: z.enum(["allow", "deny"]).describe("Decision on tools of upstreams that no rule names."),
  mode: mode.optional(),
  preset: z.enum(PRESETS).optional(),
  hide: z
    .array(patternText)
    .max(MAX_LIST_ITEMS)
    .optional()
    .describe("Tools that are hidden from the search and from scripts."),
  labels: z
    .record(
      z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, "a label has lower-case letters, digits, _ and -"),
      z.array(patternText).max(MAX_LIST_ITEMS),
    )
    .optional(),
  tiers: z.record(patternText, z.enum(TIERS)).optional().describe("Corrects the tier that was inferred for a tool."),
  all_tools: rule
    .omit({ action: true, rate_limit: true, reason: true })
    .optional()
    .describe("A rule for every call of an upstream's tool."),
  tools: z.record(patternText, rule).optional(),
  flows: z.array(flow).max(1_000).optional(),
  data: z.array(dataRule).max(1_000).optional().describe("Personal data and secrets in arguments and results."),
  patterns: z
    .record(
      z.string().regex(KIND_NAME, "a kind has lower-case letters, digits and _"),
      z.string({ error: "expected a regular expression" }).min(1),
    )
    .optional()
    .describe("Custom kinds of data, as regular expressions that are matched in linear time."),
  approvals: z
    .strictObject({
      wait_ms: z.int().min(0).max(600_000).optional(),
      expires_seconds: z.int().min(1).max(31_536_000).optional(),
    })
    .optional(),
});

export type PolicyDocument = z.output<typeof policySchema>;
export type RuleDocument = z.output<typeof rule>;
export type LimitDocument = z.output<typeof limit>;
export type FlowDocument = z.output<typeof flow>;
export type DataRuleDocument = z.output<typeof dataRule>;
