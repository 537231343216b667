/**
 * `scripts.list()` and `scripts.save(name, { code | run, description?, input_schema?, language? })`: a script keeps another one, so that a
 * model builds its own tools. What is saved is run later by others, perhaps with wider credentials: narrowed ones may not save. A policy with flows
 * forbids it, too: what a script writes into the text of another one has no label.
 */
import * as z from "zod";
import { scriptChanges } from "../../contract/scripts.ts";
import type { ScriptSummary } from "../../catalog/script-summary.ts";
import { saveScript, type SaveContext } from "../../saved-scripts/save-script.ts";
import { scriptNameSchema, type SavedScript } from "../../saved-scripts/saved-script.ts";
import { invalidArgs, service, usage, type Services } from "./service.ts";

export interface SavedScripts {
  list(): Promise<readonly ScriptSummary[]>;
  get(name: string): Promise<SavedScript | undefined>;
  /** Why this run may not save. */
  readonly save: SaveContext | { readonly refusal: string };
}

const { expose: _, ...changes } = scriptChanges;
/** `input` is the shorter name of `input_schema`. */
const optionsSchema = z
  .strictObject({ ...changes, input: changes.input_schema })
  .refine(({ input, input_schema: schema }) => input === undefined || schema === undefined, {
    path: ["input"],
    message: "input_schema is the same field; give one of them",
  })
  .transform(({ input, ...rest }) => (input === undefined ? rest : { ...rest, input_schema: input }));
const saveSchema = z.strictObject({ name: scriptNameSchema, options: optionsSchema });

const USAGE = "scripts.save(name, { code | run, description?, input_schema?, language? })";

export function scriptServices(scripts: SavedScripts): Services {
  return {
    async "scripts.list"() {
      const all = await scripts.list();
      const value = all.map(({ name, version, description, inputSchema: schema }) => ({
        name,
        version,
        description,
        ...(schema && { input_schema: schema }),
      }));
      return { ok: true, value };
    },
    "scripts.save": service(saveSchema, usage(USAGE), async ({ name, options }) => {
      if ("refusal" in scripts.save) {
        return { ok: false, error: { code: "POLICY_DENIED", message: `scripts.save: ${scripts.save.refusal}` } };
      }
      const saved = await saveScript(name, options, await scripts.get(name), scripts.save);
      if (!saved.ok) return invalidArgs(`scripts.save: ${saved.error.message}`);
      return { ok: true, value: { name, version: saved.value.version } };
    }),
  };
}
