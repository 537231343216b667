/** Which names are taken for which parameters, and which are not guessed. */
import { describe, expect, it } from "vitest";
import { fit } from "../../../dialects/ncp/fit.ts";
import { mapParameters } from "../../../dialects/ncp/map-parameters.ts";
import { SAMPLE_TOOLS } from "./sample-tools.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const described = (description: string): object => ({ type: "string", description });
const schema = (properties: Record<string, object>, required: string[] = []): object => ({
  type: "object",
  properties,
  required,
});

const mail = SAMPLE_TOOLS["send_email"];
const issue = SAMPLE_TOOLS["create_issue"];

interface Row {
  readonly given: Record<string, unknown>;
  readonly schema: unknown;
  readonly tool?: string;
  readonly intent?: string;
  /** given name → parameter */
  readonly want: Record<string, string>;
  readonly missing?: string[];
}

const ROWS: readonly Row[] = [
  // spelled alike
  { given: { to: "a" }, schema: mail, want: { to: "to" }, missing: ["subject", "body"] },
  { given: { TO: "a", Subject: "b", BODY: "c" }, schema: mail, want: { TO: "to", Subject: "subject", BODY: "body" } },
  { given: { maxResults: 3 }, schema: schema({ max_results: integer }), want: { maxResults: "max_results" } },
  { given: { "max-results": 3 }, schema: schema({ maxResults: integer }), want: { "max-results": "maxResults" } },
  { given: { user_id: "a", userId: "b" }, schema: schema({ userid: string }), want: {} },
  { given: { a: "x" }, schema: schema({ A: string, a: string }), want: { a: "a" } },
  // synonyms
  {
    given: { recipient: "a", title: "b", message: "c" },
    schema: mail,
    want: { recipient: "to", title: "subject", message: "body" },
  },
  {
    given: { destination: "a", heading: "b", text: "c" },
    schema: mail,
    want: { destination: "to", heading: "subject", text: "body" },
  },
  {
    given: { q: "x", limit: 3 },
    schema: schema({ query: string, max_results: integer }),
    want: { q: "query", limit: "max_results" },
  },
  { given: { link: "x" }, schema: schema({ url: string }), want: { link: "url" } },
  { given: { tags: ["a"] }, schema: issue, want: { tags: "labels" }, missing: ["project", "title"] },
  {
    given: { participants: ["a"] },
    schema: schema({ attendees: { type: "array", items: string } }),
    want: { participants: "attendees" },
  },
  // words besides are explained by the tool
  {
    given: { recipient_email: "a" },
    schema: mail,
    tool: "send_email",
    want: { recipient_email: "to" },
    missing: ["subject", "body"],
  },
  {
    given: { emailSubject: "a" },
    schema: mail,
    tool: "send_email",
    want: { emailSubject: "subject" },
    missing: ["to", "body"],
  },
  {
    given: { id: "1" },
    schema: schema({ issue_id: string, assignee_id: string }),
    tool: "get_issue",
    want: { id: "issue_id" },
  },
  { given: { issue: "1" }, schema: schema({ issue_id: string }), tool: "close", want: { issue: "issue_id" } },
  {
    given: { name: "x" },
    schema: schema({ file_name: string, folder: string }),
    tool: "create_file",
    want: { name: "file_name" },
  },
  {
    given: { name: "x" },
    schema: schema({ file_name: string }),
    tool: "make",
    intent: "make a file",
    want: { name: "file_name" },
  },
  // or not
  { given: { user_id: "1" }, schema: schema({ id: string }), tool: "get_issue", want: {} },
  { given: { user_id: "1" }, schema: schema({ issue_id: string }), tool: "get_issue", want: {} },
  { given: { page_size: 5 }, schema: schema({ page_number: integer }), want: {} },
  { given: { id: "1" }, schema: schema({ source_id: string, target_id: string }), tool: "link_issues", want: {} },
  { given: { file: "1" }, schema: schema({ file_id: string, file_name: string }), tool: "open", want: {} },
  // never by what a name contains
  { given: { to: "a" }, schema: schema({ token: string }), want: {} },
  { given: { to: "a" }, schema: schema({ token: described("Where to send it to") }), want: {} },
  { given: { id: "a" }, schema: schema({ width: string, video: string }), want: {} },
  { given: { name: "a" }, schema: schema({ id: string, username: string }), want: {} },
  { given: { t: "a" }, schema: schema({ to: string, text: string }), want: {} },
  { given: { key: "a" }, schema: schema({ keyboard: string, monkey: string }), want: {} },
  // what a description begins with
  { given: { repository: "a" }, schema: schema({ r: described("Repository to search") }), want: { repository: "r" } },
  {
    given: { message: "a" },
    schema: schema({ channel: described("Name of the channel to post the message to") }),
    want: {},
  },
  // one to one, by the best total: `description` could be body, too, but then `content` would have nothing
  {
    given: { content: "a", details: "b" },
    schema: schema({ body: string, description: string }),
    want: { content: "body", details: "description" },
  },
  {
    given: { text: "a", title: "b", heading: "c" },
    schema: schema({ subject: string, body: string }),
    want: { text: "body" },
  },
  { given: { title: "a", heading: "b" }, schema: schema({ subject: string }), want: {} },
  { given: { title: "a", subject: "b" }, schema: schema({ subject: string }), want: { subject: "subject" } },
  {
    given: { source: "a", target: "b" },
    schema: schema({ source_id: string, target_id: string }),
    tool: "link",
    want: { source: "source_id", target: "target_id" },
  },
  // types
  { given: { recipient: { name: "x" } }, schema: mail, want: {}, missing: ["to", "subject", "body"] },
  { given: { recipient: ["x"] }, schema: mail, want: {}, missing: ["to", "subject", "body"] },
  { given: { limit: "many" }, schema: schema({ max: integer }), want: {} },
  { given: { urgency: "now" }, schema: schema({ importance: { enum: ["low", "high"] } }), want: {} },
  {
    given: { urgency: "high" },
    schema: schema({ importance: { enum: ["low", "high"] } }),
    want: { urgency: "importance" },
  },
  // 0, false, null and the empty text are there
  {
    given: { days: 0, enabled: false, note: "" },
    schema: schema({ days: integer, enabled: { type: "boolean" }, note: string }, ["days", "enabled", "note"]),
    want: { days: "days", enabled: "enabled", note: "note" },
  },
  {
    given: { active: false },
    schema: schema({ enabled: { type: "boolean" } }, ["enabled"]),
    want: { active: "enabled" },
  },
  // odd schemas
  { given: { anything: 1 }, schema: undefined, want: { anything: "anything" } },
  { given: { anything: 1 }, schema: "not a schema", want: { anything: "anything" } },
  { given: { anything: 1 }, schema: { type: "object", properties: {} }, want: {} },
  { given: { a: 1 }, schema: { properties: { a: true } }, want: { a: "a" } },
  {
    given: JSON.parse('{ "__proto__": 1 }') as Record<string, unknown>,
    schema: schema({ constructor: integer }),
    want: {},
  },
  { given: {}, schema: mail, want: {}, missing: ["to", "subject", "body"] },
];

describe("mapParameters", () => {
  it.each(ROWS)("$given $tool", ({ given, schema: inputSchema, tool = "tool", intent = "", want, missing = [] }) => {
    const { mapped, unmapped, missingRequired } = mapParameters(given, inputSchema, { tool, intent });
    expect(Object.fromEntries(mapped.map(({ userParam, schemaParam }) => [userParam, schemaParam]))).toStrictEqual(
      want,
    );
    const rest = Object.keys(given).filter((key) => !Object.hasOwn(want, key));
    expect(unmapped.map(({ userParam }) => userParam).sort()).toStrictEqual(rest.sort());
    expect(missingRequired).toStrictEqual(missing);
  });

  it("converts what can be converted without guessing, and nothing else", () => {
    const properties = {
      count: integer,
      label: string,
      tags: { type: "array", items: string },
      on: { type: "boolean" },
      deep: string,
    };
    const given = { count: "12", label: 7, tags: "a", on: "true", deep: { a: 1 } };
    expect(mapParameters(given, schema(properties), { tool: "t", intent: "" }).args).toStrictEqual({
      count: 12,
      label: "7",
      tags: ["a"],
      on: true,
      deep: { a: 1 },
    });
  });

  it("says which parameters an ambiguous name could be", () => {
    const { unmapped } = mapParameters({ file: "x" }, schema({ file_id: string, file_name: string }), {
      tool: "open",
      intent: "",
    });
    expect(unmapped).toMatchObject([
      { bestMatch: "file_id", suggestion: expect.stringContaining("file_id, file_name") },
    ]);
  });

  it("is done with a hundred names and a thousand parameters soon", () => {
    const words = ["title", "name", "subject", "heading", "text", "body"];
    const given = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${words[n % 6]}_${"x".repeat(n)}`, "v"]));
    const properties = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, n) => [`${words[n % 6]}_${n}`, described("text ".repeat(100))]),
    );
    const started = performance.now();
    mapParameters(given, schema(properties), { tool: "t ".repeat(10_000), intent: "i ".repeat(10_000) });
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});

describe("fit", () => {
  it.each([
    { value: "5", schema: integer, want: 5 },
    { value: "5.5", schema: integer, want: undefined },
    { value: "5.5", schema: { type: "number" }, want: 5.5 },
    { value: "0x10", schema: integer, want: undefined },
    { value: "", schema: integer, want: undefined },
    { value: "12345678901234567890", schema: integer, want: undefined },
    { value: 5, schema: string, want: "5" },
    { value: true, schema: string, want: undefined },
    { value: {}, schema: string, want: undefined },
    { value: null, schema: string, want: undefined },
    { value: null, schema: { type: ["string", "null"] }, want: null },
    { value: "1", schema: { type: "boolean" }, want: undefined },
    { value: 0, schema: { type: "boolean" }, want: undefined },
    { value: "false", schema: { type: "boolean" }, want: false },
    { value: "a", schema: { type: "array", items: string }, want: ["a"] },
    { value: { a: 1 }, schema: { type: "array" }, want: undefined },
    { value: [1], schema: { type: "array", items: string }, want: undefined },
    { value: "5", schema: { anyOf: [integer, string] }, want: "5" },
    { value: [1], schema: { type: "object" }, want: undefined },
  ])("$value as $schema", ({ value, schema: wanted, want }) => {
    expect(fit(value, wanted)?.value).toStrictEqual(want);
  });

  it("ends with a schema that nests without end", () => {
    const endless: Record<string, unknown> = {};
    endless["anyOf"] = Array.from({ length: 100 }, () => endless);
    expect(fit("x", endless)).toBeDefined();
  });
});

it("names parameters with names of megabytes by their beginnings", () => {
  const long = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}${"x".repeat(100_000)}`, string]));
  const given = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, 1]));
  const { unmapped } = mapParameters(given, schema(long), { tool: "t", intent: "i" });
  expect(unmapped).toHaveLength(200);
  expect(JSON.stringify(unmapped).length).toBeLessThan(1_000_000);
});
