/** Creates a key and shows it once. */
import { useState } from "preact/hooks";
import { send } from "../api.ts";
import { Choice } from "./choice.tsx";
import { Command } from "./connect.tsx";
import { Dialog } from "./dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";

interface Props {
  /** Server names in gateway.json. */
  readonly servers: readonly string[];
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

const ROLES = [
  ["member", "member"],
  ["admin", "admin: also manages keys"],
] as const;
const ACCESS = [
  ["destructive", "all tools"],
  ["write", "all but destructive tools"],
  ["read", "read-only tools"],
] as const;
const EXPIRES = [
  ["", "never"],
  ["1d", "in a day"],
  ["30d", "in 30 days"],
  ["90d", "in 90 days"],
  ["365d", "in a year"],
] as const;

export function NewKeyDialog({ servers, onCreated, onClose }: Props) {
  const [created, setCreated] = useState<string>();
  if (created !== undefined) {
    return (
      <Dialog title="Key created" onClose={onClose}>
        <div class="stack" role="status">
          <p>
            <b>Copy it now.</b> The key is not stored and not shown again.
          </p>
          <Command text={created} what="key" />
        </div>
      </Dialog>
    );
  }
  return (
    <FormDialog<{ readonly key: string }>
      title="Create key"
      word="Create key"
      send={(form) => send("POST", "keys", requestOf(form))}
      onDone={({ key }) => {
        setCreated(key);
        onCreated();
      }}
      onClose={onClose}
    >
      <label>
        Name
        <input name="name" required maxLength={100} placeholder="person or purpose" autocomplete="off" />
      </label>
      <div class="columns">
        <Choice label="Role" name="role" options={ROLES} />
        <Choice label="Access" name="access" options={ACCESS} />
        <Choice label="Expires" name="expires" options={EXPIRES} />
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
    </FormDialog>
  );
}

function requestOf(form: FormData): object {
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
