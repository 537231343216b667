/** A dialog that creates a schedule for a script. */
import { useEffect, useState } from "preact/hooks";
import { get, send, type RestAnswer } from "../api.ts";
import { readJson } from "../json-input.ts";
import type { Schedule, ScriptSummary } from "../rest.ts";
import { Choice } from "./choice.tsx";
import { FormDialog, textOf } from "./form-dialog.tsx";

interface Props {
  /** The name of a saved script; without it, the person chooses one. */
  readonly script?: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const EXAMPLES = ["every 15 minutes", "every 6 hours", "0 9 * * 1-5", "30 6 * * *", "0 0 1 * *"];

export function ScheduleDialog({ script = "", onDone, onClose }: Props) {
  const [scripts, setScripts] = useState<readonly string[]>(script === "" ? [] : [script]);
  const [chosen, setChosen] = useState(script);
  useEffect(() => {
    void get<{ readonly scripts: readonly ScriptSummary[] }>("scripts").then((answer) => {
      if (answer.ok) setScripts(answer.value.scripts.map(({ name }) => name));
    });
  }, []);
  return (
    <FormDialog<Schedule> title="New schedule" word="Create schedule" send={create} onDone={onDone} onClose={onClose}>
      <label>
        Name
        <input
          name="name"
          required
          maxLength={64}
          autocomplete="off"
          defaultValue={script}
          placeholder="Monday report"
        />
      </label>
      <div class="columns">
        <label>
          When
          <input name="schedule" required list="schedule-examples" placeholder="every 15 minutes" autocomplete="off" />
        </label>
        <label>
          Time zone
          <input name="time_zone" defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone} autocomplete="off" />
        </label>
      </div>
      <datalist id="schedule-examples">
        {EXAMPLES.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <p class="muted">
        <code>every 15 minutes</code>, or five cron fields: <code>0 9 * * 1-5</code> is 9:00 on weekdays.
      </p>
      <Choice
        label="Script"
        name="script"
        value={chosen}
        options={[["", "written here"], ...scripts]}
        onChange={setChosen}
      />
      {chosen === "" && (
        <label>
          Code
          <textarea name="code" class="mono" rows={5} required spellcheck={false} />
        </label>
      )}
      <label>
        Input (JSON)
        <textarea name="input" class="mono" rows={2} spellcheck={false} placeholder="none" />
      </label>
    </FormDialog>
  );
}

async function create(form: FormData): Promise<RestAnswer<Schedule>> {
  const input = readJson(textOf(form, "input"), "The input");
  if (!input.ok) return input;
  const script = textOf(form, "script");
  return send("POST", "schedules", {
    name: textOf(form, "name"),
    schedule: textOf(form, "schedule"),
    ...(textOf(form, "time_zone") !== "" && { time_zone: textOf(form, "time_zone") }),
    ...(script === "" ? { code: textOf(form, "code") } : { script }),
    ...(input.value.given && { input: input.value.value }),
  });
}
