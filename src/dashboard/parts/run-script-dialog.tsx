/** A dialog that runs a saved script with an input. */
import { send, type RestAnswer } from "../api.ts";
import { readJson } from "../json-input.ts";
import type { ExecAnswer } from "../rest.ts";
import { go, runPath } from "../router.ts";
import { FormDialog, textOf } from "./form-dialog.tsx";

export function RunScriptDialog({ script, onClose }: { readonly script: string; readonly onClose: () => void }) {
  return (
    <FormDialog<ExecAnswer>
      title={`Run ${script}`}
      word="Run"
      send={(form) => run(script, form)}
      onDone={(answer) => go(runPath(answer.run))}
      onClose={onClose}
    >
      <label>
        Input (JSON)
        <textarea name="input" class="mono" rows={5} spellcheck={false} placeholder="none" />
      </label>
    </FormDialog>
  );
}

async function run(script: string, form: FormData): Promise<RestAnswer<ExecAnswer>> {
  const input = readJson(textOf(form, "input"), "The input");
  if (!input.ok) return input;
  return send("POST", "code/exec", { script, ...(input.value.given && { input: input.value.value }) });
}
