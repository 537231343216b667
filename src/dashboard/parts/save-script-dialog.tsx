/** A dialog that saves a script under a name: the script of a run, or the text in the editor. */
import { send, type RestAnswer } from "../api.ts";
import { readJson } from "../json-input.ts";
import type { Language, SavedScript } from "../rest.ts";
import { go, scriptPath } from "../router.ts";
import { Choice } from "./choice.tsx";
import { FormDialog, textOf } from "./form-dialog.tsx";

type ScriptSource = { readonly run: string } | { readonly code: string; readonly language: Language };

interface Props {
  readonly source: ScriptSource;
  /** The saved script that is being edited. */
  readonly before?: SavedScript;
  readonly onClose: () => void;
}

const EXPOSED = [
  ["none", "no tool or prompt; execute_code runs it by name"],
  ["prompt", "a prompt"],
  ["tool", "a separate tool"],
] as const;

export function SaveScriptDialog({ source, before, onClose }: Props) {
  return (
    <FormDialog<SavedScript>
      title="Save as script"
      word="Save script"
      send={(form) => save(source, form)}
      onDone={({ name }) => go(scriptPath(name))}
      onClose={onClose}
    >
      <label>
        Name
        <input
          name="name"
          required
          pattern="[A-Za-z0-9_][A-Za-z0-9_\-]{0,63}"
          title="Letters, digits, _ and -"
          placeholder="weekly_report"
          autocomplete="off"
          defaultValue={before?.name ?? ""}
        />
      </label>
      <p class="muted">An existing script gets a new version; earlier versions are kept.</p>
      <label>
        Description
        <textarea name="description" rows={2} maxLength={2_000} defaultValue={before?.description ?? ""} />
      </label>
      <Choice label="MCP clients see it as" name="expose" options={EXPOSED} initial={before?.expose} />
      <label>
        JSON Schema of its input
        <textarea
          name="input_schema"
          class="mono"
          rows={3}
          spellcheck={false}
          placeholder="any input"
          defaultValue={before?.input_schema === undefined ? "" : JSON.stringify(before.input_schema, null, 2)}
        />
      </label>
    </FormDialog>
  );
}

async function save(source: ScriptSource, form: FormData): Promise<RestAnswer<SavedScript>> {
  const schema = readJson(textOf(form, "input_schema"), "The schema");
  if (!schema.ok) return schema;
  return send("POST", "scripts", {
    ...source,
    name: textOf(form, "name"),
    description: textOf(form, "description"),
    expose: textOf(form, "expose"),
    ...(schema.value.given && { input_schema: schema.value.value }),
  });
}
