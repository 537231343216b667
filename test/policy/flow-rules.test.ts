/** Rules about data, given what the analysis of a script says of a call, and given nothing. */
import { describe, expect, it } from "vitest";
import type { FlowFacts, FlowSource } from "../../src/policy/flows.ts";
import { decideWith, type Call, type Earlier } from "./support/decide-with.ts";

const document = {
  version: "1",
  default: "allow",
  labels: {
    private: ["mail.*", "crm.read"],
    untrusted: ["web.fetch", "mail.*"],
    external: ["slack.post_message", "web.post"],
  },
  flows: [
    { from: "private", with: "web.fetch", to: "external" },
    { from: "private", to: "external", unless: "approved" },
    { from: ["crm.read", "crm.list"], to: "files.write", args: ["text"], on_deny: "Customer data stays out of files." },
    { from: "untrusted", to: "shell.*", mode: "log_only" },
  ],
};

const known = (...sources: readonly FlowSource[]): FlowFacts => ({ sources, carried: [] });
const order: FlowFacts = { sources: "unknown", carried: [] };
const carried = (...sources: readonly FlowSource[]): FlowFacts => ({ sources: [], carried: sources });
const from = (tool: string, ...args: readonly string[]): FlowSource => ({
  tool,
  args: args.length === 0 ? "all" : args,
});
const after = (...tools: readonly string[]): readonly Earlier[] => tools.map((tool, index) => [10 - index, tool]);

type Row = readonly [name: string, call: Call, earlier: readonly Earlier[], verdict: string];
const post = (flows?: FlowFacts, more: Call = {}): Call => ({
  path: "slack.post_message",
  ...(flows !== undefined && { flows }),
  ...more,
});
const write = (flows: FlowFacts): Call => ({ path: "files.write", flows });

const rows: readonly Row[] = [
  ["nothing was called", post(order), [], "allow"],
  ["nothing private was called", post(order), after("calendar.list"), "allow"],
  ["private data was read, the analysis knows nothing", post(order), after("mail.search"), "ask /flows/1"],
  ["private data was read, no analysis", post(), after("mail.search"), "ask /flows/1"],
  ["private data was read and is not passed on", post(known()), after("mail.search"), "allow"],
  ["private data is passed on", post(known(from("mail.search", "text"))), after("mail.search"), "ask /flows/1"],
  ["private data would be passed on, had it been read", post(known(from("mail.search", "text"))), [], "allow"],
  ["private data reaches no argument", post(known({ tool: "mail.search", args: [] })), after("mail.search"), "allow"],
  ["a person approved", post(order, { isApproved: true }), after("mail.search"), "allow"],
  [
    "other data is passed on",
    post(known(from("calendar.list", "text"))),
    after("mail.search", "calendar.list"),
    "allow",
  ],
  [
    "the lethal combination",
    post(known(from("mail.search", "text"))),
    after("web.fetch", "mail.search"),
    "deny /flows/0",
  ],
  [
    "the lethal combination, approved",
    post(order, { isApproved: true }),
    after("web.fetch", "mail.search"),
    "deny /flows/0",
  ],
  ["the lethal combination in another order", post(order), after("mail.search", "web.fetch"), "deny /flows/0"],
  ["untrusted data alone", post(order), after("web.fetch"), "allow"],
  ["to another tool", { path: "calendar.add", flows: order }, after("web.fetch", "mail.search"), "allow"],
  ["another run's call", post(order), [[10, "mail.search", { run: "r0" }]], "allow"],
  ["a call that was denied", post(order), [[10, "mail.search", { state: "denied" }]], "allow"],
  ["a call whose answer has not come", post(order), [[10, "mail.search", { state: "pending" }]], "ask /flows/1"],
  ["a call that failed, whose error may tell", post(order), [[10, "mail.search", { state: "failed" }]], "ask /flows/1"],
  ["a handle of private data", post(carried(from("mail.search", "text"))), [], "ask /flows/1"],
  ["a stored value with a label", post(carried({ labels: ["private"], args: "all" })), [], "ask /flows/1"],
  ["a stored value with another label", post(carried({ labels: ["dull"], args: "all" })), [], "allow"],
  [
    "a stored value and an untrusted handle",
    post(carried({ labels: ["private"], args: "all" }, from("web.fetch"))),
    [],
    "deny /flows/0",
  ],
  ["an argument that counts", write(known(from("crm.read", "text"))), after("crm.read"), "deny /flows/2"],
  ["an argument that does not count", write(known(from("crm.read", "path"))), after("crm.read"), "allow"],
  ["one of several arguments", write(known(from("crm.list", "path", "text"))), after("crm.list"), "deny /flows/2"],
  ["any argument", write(known(from("crm.read"))), after("crm.read"), "deny /flows/2"],
  ["unknown arguments", write(order), after("crm.read"), "deny /flows/2"],
  ["only logged", { path: "shell.run", flows: order }, after("web.fetch"), "allow"],
];

it.each(rows)("%s", (_name, call, earlier, want) => {
  const { verdict, rule } = decideWith(document, call, earlier);
  expect(verdict === "allow" ? verdict : `${verdict} ${rule}`).toBe(want);
});

describe("messages", () => {
  it("name where the data comes from", () => {
    expect(decideWith(document, post(known(from("mail.search", "text"))), after("mail.search"))).toHaveProperty(
      "message",
      "What mail.search returned may reach slack.post_message in text, which the policy lets a person decide.",
    );
  });

  it("are the document's own where it has one", () => {
    expect(decideWith(document, write(order), after("crm.read"))).toHaveProperty(
      "message",
      "Customer data stays out of files.",
    );
  });

  it("of rules that are only logged are listed", () => {
    const { logged } = decideWith(document, { path: "shell.run", flows: order }, after("web.fetch"));
    expect(logged).toMatchObject([{ verdict: "deny", rule: "/flows/3" }]);
  });
});
