/** What docs/approvals.md and docs/durable-runs.md say: the policy is valid, the commands exist, the bounds are those of the code. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { parseCommandLine } from "../../src/cli/parse-args.ts";
import { parseGatewayConfig } from "../../src/config/parse-gateway-config.ts";
import { approvalDecisionSchema } from "../../src/contract/approvals.ts";
import {
  MAX_ALL_JOURNALS_LENGTH,
  MAX_JOURNAL_LENGTH,
  MAX_UNFINISHED_RUNS,
  MAX_WAITING_OF_RUN,
} from "../../src/limits/durable-limits.ts";
import { MAX_ASKS } from "../../worker-loader/recording.ts";

const approvals = readFileSync("docs/approvals.md", "utf8");
const durable = readFileSync("docs/durable-runs.md", "utf8");

describe("docs/approvals.md", () => {
  it("shows a policy that is valid", () => {
    const [, policy = ""] = /```jsonc\n([^]*?)```/.exec(approvals) ?? [];
    expect(parseGatewayConfig(`{ "mcpServers": {}, ${policy} }`)).toMatchObject({ ok: true, problems: [] });
  });

  it("sends bodies that the gateway takes", () => {
    const bodies = [...approvals.matchAll(/-d '(\{[^']*\})'/g)].map(([, body = ""]) => JSON.parse(body) as unknown);
    expect(bodies).toHaveLength(1);
    for (const body of bodies) expect(approvalDecisionSchema.safeParse(body).success).toBe(true);
  });
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
});
