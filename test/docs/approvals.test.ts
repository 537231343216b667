/** What docs/approvals.md and docs/durable-runs.md say: the policy is valid, the commands exist, the bounds are those of the code. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { parseCommandLine } from "../../src/cli/parse-args.ts";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";
import { approvalDecisionSchema, inputFormSchema } from "../../src/contract/approvals.ts";
import {
  MAX_ALL_JOURNALS_LENGTH,
  MAX_JOURNAL_LENGTH,
  MAX_UNFINISHED_RUNS,
  MAX_WAITING_OF_RUN,
} from "../../src/limits/durable-limits.ts";
import { MAX_INPUT_FIELDS, MAX_INPUT_ROUNDS } from "../../src/limits/input-limits.ts";
import { MAX_ASKS, MAX_OPEN_TIMERS } from "../../worker-loader/recording.ts";

const approvals = readFileSync("docs/approvals.md", "utf8");
const durable = readFileSync("docs/durable-runs.md", "utf8");

describe("docs/approvals.md", () => {
  it("shows a policy that is valid", () => {
    const [, policy = ""] = /```jsonc\n([^]*?)```/.exec(approvals) ?? [];
    expect(parseGatewayConfig(`{ "mcpServers": {}, ${policy} }`)).toMatchObject({ ok: true, problems: [] });
  });

  it("shows an answer that has the form of the interface", () => {
    const [, form = ""] = /"form": (\{[^]*?\n {2}\})\n\}\n```/.exec(approvals) ?? [];
    expect(inputFormSchema.safeParse(JSON.parse(form)).error?.message).toBeUndefined();
  });

  it("sends bodies that the gateway takes", () => {
    const bodies = [...approvals.matchAll(/-d '(\{[^']*\})'/g)].map(([, body = ""]) => JSON.parse(body) as unknown);
    expect(bodies).toHaveLength(2);
    for (const body of bodies) expect(approvalDecisionSchema.safeParse(body).success).toBe(true);
  });
});

it("docs/approvals.md names the bounds of forms that hold", () => {
  expect(approvals).toContain(`A form has up to ${MAX_INPUT_FIELDS} fields`);
  expect(approvals).toContain(`A call may ask ${MAX_INPUT_ROUNDS} times`);
});

it.each([...(approvals + durable).matchAll(/`?(isogate [a-z][^`\n#|]*)/g)].map(([, line = ""]) => line.trim()))(
  "%s is a command",
  (line) => {
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = ""]) => quoted ?? plain).slice(1);
    expect(parseCommandLine(words, COMMANDS)).toMatchObject({ kind: "command" });
  },
);

it("docs/durable-runs.md names the bounds that hold", () => {
  expect(durable).toContain(`| ${MAX_UNFINISHED_RUNS} `);
  expect(durable).toContain(`| ${MAX_JOURNAL_LENGTH / 1e6} million characters`);
  expect(durable).toContain(`| ${MAX_ALL_JOURNALS_LENGTH / 1e6} million characters`);
  expect(durable).toContain(`| ${MAX_WAITING_OF_RUN} `);
  expect(durable).toContain(`| ${MAX_ASKS.toLocaleString("en")} `);
  expect(durable).toContain(`| ${MAX_OPEN_TIMERS.toLocaleString("en")} `);
});
