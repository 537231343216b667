/** Hints for names that belong to the gateway or to JavaScript, where a server or a tool of the same name has another one in scripts. */
import { expect, it } from "vitest";
import { buildServerCatalog, joinCatalog } from "../../src/catalog/catalog.ts";
import { withRuntimeHint } from "../../src/runs/runtime-hint.ts";
import { NO_SCRIPT } from "./no-script.ts";

it.each([
  {
    given: "TypeError: There is no store.list_channels: store has only get, put, delete, keys.",
    hint: "store is a global of the gateway; the server of this name is store_ in scripts: await store_.list_channels({ … }).",
  },
  {
    given: "TypeError: odd.then is not a function",
    hint: "The tool then of odd is then_ in scripts: await odd.then_({ … }).",
  },
  { given: "TypeError: odd.other is not a function", hint: undefined },
])("$given", ({ given, hint }) => {
  const ended = { ok: false, error: { code: "RUNTIME_ERROR", message: given }, logs: [] } as const;
  const odd = buildServerCatalog("odd", "odd", "hash", [{ name: "then" }]);
  const known = {
    servers: ["store_", "odd"],
    forbidden: new Set<string>(),
    catalog: joinCatalog([odd]),
    unlisted: new Map(),
  };
  expect(withRuntimeHint(ended, NO_SCRIPT, known, 1).hint).toBe(hint);
});
