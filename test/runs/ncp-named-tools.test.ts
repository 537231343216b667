/** Tools that a request in words to `ncp.do` names, and words that only look like the name of one. */
import { describe, expect, it } from "vitest";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { namedTools, type NcpScope } from "../../src/runs/services/ncp-named-tools.ts";

const TOOLS = {
  mail: ["send_email", "list_messages"],
  github: ["create_issue", "list_comments", "get"],
  staging: ["list_rows"],
  production: ["write", "list_rows"],
};
const scope: NcpScope = {
  catalog: joinCatalog(
    Object.entries(TOOLS).map(([server, names]) =>
      buildServerCatalog(
        server,
        server,
        "1",
        names.map((name) => ({ name, inputSchema: { type: "object" } })),
      ),
    ),
  ),
  allowedServers: [],
  unlisted: new Map([["crm", "is down: Nothing answers."]]),
  absent: {
    names: new Map(),
    held: new Map([["mail", [{ name: "drop", reason: "new" }]]]),
    choices: new Map([["github", { exclude: ["purge", "c*"] }]]),
  },
};
const named = (request: string): ReturnType<typeof namedTools> => namedTools(scope, request, false);

describe("the name of a tool", () => {
  it.each([
    "send email with mail:send_email, please",
    "call mail:send_email()",
    "(mail:send_email)",
    "mail:send_email()",
    '"mail:send_email"',
    "send it by `mail.send_email`, then stop",
    "use “mail:sendEmail”!",
    "send it (by mail.send_email).",
    "mail:send_email's answer",
    "first mail:send_email;then tell me",
    'call "mail":"send_email" now',
    "mail:send_email( )",
    "then mail:send_email(\n)",
    "mail:send_email({})",
  ])("is found in %s", (request) => {
    expect(named(request)).toStrictEqual({ paths: ["mail:send_email"] });
  });

  it("is found in a signature where the parameters are given apart", () => {
    expect(namedTools(scope, "mail.send_email(to, subject)", true)).toStrictEqual({ paths: ["mail:send_email"] });
  });

  it("is found once, however often it is written", () => {
    expect(named("mail:send_email, (mail:send_email) and mail.send_email")).toStrictEqual({
      paths: ["mail:send_email"],
    });
  });
});

it.each([
  "report the outage of github.com",
  "see github.com/acme/send_email for it",
  "ask for help at github.org, or github.net",
  "read github.io's pages",
  "the mail: say thanks",
  "write to bob@mail.com",
  "the crm.com pages",
  "at 10:30, read crm.de",
  "summarise the file mail.md, please",
  "save it in staging.json",
  "append this to production.log",
  "open mail.google.com and look",
  "what is in the mail...then?",
  "the crm.me site",
  "read staging.example.com/rows",
])("no tool is named in %s", (request) => {
  expect(named(request)).toStrictEqual({ paths: [] });
});

it.each([
  // The whole request is one name.
  { request: "staging:write", says: 'staging has no tool "write".' },
  { request: "staging.write", says: 'staging has no tool "write".' },
  { request: "github.com", says: 'github has no tool "com".' },
  { request: "(staging:write)", says: 'staging has no tool "write".' },
  { request: "nosuch:write", says: 'There is no server "nosuch".' },
  { request: '"nosuch":write', says: "There is no server" },
  { request: "nosuch:)", says: 'There is no server "nosuch".' },
  { request: "nosuch:write()", says: 'There is no server "nosuch".' },
  { request: "crm.write", says: "crm is down" },
  // A word of a longer one.
  { request: "call staging:write, please", says: 'staging has no tool "write".' },
  { request: "call staging:write()", says: 'staging has no tool "write".' },
  { request: "call (staging.write) now", says: 'staging has no tool "write".' },
  { request: 'call "staging":"write" now', says: 'staging has no tool "write".' },
  { request: "call staging:[write] now", says: "staging has no tool" },
  { request: "use staging.wrte", says: 'staging has no tool "wrte".' },
  { request: "use staging.drop_everything", says: 'staging has no tool "drop_everything".' },
  { request: "send email with staging.send_email", says: 'staging has no tool "send_email".' },
  { request: "send email with staging.sendemail", says: 'staging has no tool "sendemail".' },
  { request: "send email, or mail:send_email and staging:write", says: 'staging has no tool "write".' },
  { request: "note it with crm:add", says: "crm is down" },
  { request: "note it with crm.send_email, please", says: "crm is down" },
  { request: "note it with crm.add_note", says: "crm is down" },
  // No word of a tool says so: a search over all servers would find the tool of another.
  { request: "staging.add rows", says: 'staging has no tool "add".' },
  { request: "staging.put rows", says: 'staging has no tool "put".' },
  { request: "say mail.Thanks", says: 'mail has no tool "Thanks".' },
  // A call without its arguments would be another call.
  { request: 'mail:send_email({ to: "bob" })', says: "Give its arguments as the second parameter" },
  { request: 'mail.send_email({"to":"bob"})', says: 'ncp.do("mail:send_email", { … })' },
  { request: 'now call mail:list_messages({"limit":1}), please', says: "Give its arguments as the second parameter" },
  { request: 'note(s) by mail:list_messages({"limit":1})', says: "Give its arguments as the second parameter" },
  { request: '(mail.send_email({"to":"bob"}))', says: "Give its arguments" },
  { request: '"mail":"send_email"({"to":"bob"})', says: "Give its arguments" },
  { request: 'mail:send_email ({ to: "bob" })', says: "Give its arguments" },
  { request: 'mail:send_email with {"to":"bob"}', says: "Give its arguments" },
  { request: 'mail:send_email ("bob")', says: "Give its arguments" },
  { request: "mail:send_email[to=bob]", says: "Give its arguments" },
  // Tools that are not listed.
  { request: "clean up with mail.drop", says: "mail.drop is held" },
  { request: "clean up with github.purge!", says: 'gateway.json leaves out "purge"' },
])("refuses $request", ({ request, says }) => {
  expect(named(request).problem).toContain(says);
});
