/** The documents on docs/policy.md are valid, and its tables name every operator and every condition. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";
import { OPERATORS } from "../../src/policy/values/compare.ts";
import { compilePolicy } from "../../src/policy/compile.ts";
import { CONDITION_KEYS } from "../../src/policy/document/condition-keys.ts";
import { PRESETS, TIERS, policySchema } from "../../src/policy/document/document.ts";
import { validatePolicy } from "../../src/policy/document/validate.ts";

const page = readFileSync("docs/policy.md", "utf8");
const documents = [...page.matchAll(/```json\n([^]*?)```/g)].map(([, json = ""]) => json);

it.each(documents)("%s", (document) => {
  const validation = validatePolicy(document);
  expect(validation).toMatchObject({ ok: true });
  if (validation.ok) compilePolicy(validation.document);
});

it("has examples of each part of a document", () => {
  const shown = new Set(documents.flatMap((document) => Object.keys(JSON.parse(document) as object)));
  const parts = Object.keys(policySchema.shape).filter((key) => !["$schema", "description", "mode"].includes(key));
  expect(parts.filter((key) => !shown.has(key))).toStrictEqual([]);
});

it.each([...OPERATORS, ...CONDITION_KEYS, ...PRESETS, ...TIERS])("names %s", (name) => {
  expect(page).toMatch(new RegExp(`[\`"]${name}[\`"]`));
});

it("has a JSON Schema of the same form", () => {
  // Written by `npm run schema`.
  expect(JSON.parse(readFileSync("policy.schema.json", "utf8"))).toStrictEqual(
    z.toJSONSchema(policySchema, { io: "input" }),
  );
});
