/** Creates a key and shows it once. */
import { useState } from "preact/hooks";
import { send } from "../api.ts";
import type { Problem } from "../api.ts";
import { Command } from "./connect.tsx";
import { Dialog } from "./dialog.tsx";
import { ProblemNote } from "./states.tsx";

interface Props {
  /** Server names in gateway.json. */
  readonly servers: readonly string[];
  readonly onClose: () => void;
}

export function NewKeyDialog({ servers, onClose }: Props) {
  const [created, setCreated] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const create = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const answer = await send<{ readonly key: string }>("POST", "keys", askedOf(new FormData(form)));
    setBusy(false);
    if (answer.ok) setCreated(answer.value.key);
    else setProblem(answer.error);
  };
  if (created !== undefined) {
    return (
      <Dialog title="Key created" onClose={onClose}>
        <div class="stack" role="status">
          <p>
            <b>Copy it now.</b> It is shown this once and kept nowhere.
          </p>
          <Command text={created} what="key" />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Create key" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create(event.currentTarget);
        }}
      >
        <label>
          Name
          <input name="name" required maxLength={100} placeholder="Whose, or for what" autocomplete="off" />
        </label>
        <div class="columns">
          <label>
            Role
            <select name="role">
              <option value="member">member</option>
              <option value="admin">admin: manages keys, too</option>
            </select>
          </label>
          <label>
            Access
            <select name="access">
              <option value="destructive">all tools</option>
              <option value="write">all but destructive tools</option>
              <option value="read">read-only tools</option>
            </select>
          </label>
          <label>
            Expires
            <select name="expires">
              <option value="">never</option>
              <option value="1d">in a day</option>
              <option value="30d">in 30 days</option>
              <option value="90d">in 90 days</option>
              <option value="365d">in a year</option>
            </select>
          </label>
        </div>
        {servers.length > 1 && (
          <fieldset>
            <legend>Servers (none chosen: all)</legend>
            {servers.map((server) => (
              <label key={server} class="check">
                <input type="checkbox" name="server" value={server} />
                {server}
              </label>
            ))}
          </fieldset>
        )}
        {problem && <ProblemNote problem={problem} />}
        <p class="row end">
          <button type="submit" class="primary" disabled={busy}>
            Create key
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function askedOf(form: FormData): object {
  const servers = form.getAll("server");
  const expires = form.get("expires");
  return {
    name: form.get("name"),
    role: form.get("role"),
    access: form.get("access"),
    ...(servers.length > 0 && { servers }),
    ...(expires !== "" && { expires }),
  };
}
