/** A dialog in which an admin adds an upstream while the gateway runs. */
import { send, type RestAnswer } from "../api.ts";
import { readJson } from "../json-input.ts";
import type { Upstream } from "../rest.ts";
import { FormDialog, textOf } from "./form-dialog.tsx";

interface Props {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function AddUpstreamDialog({ onDone, onClose }: Props) {
  return (
    <FormDialog<Upstream> title="Add an upstream" word="Add upstream" send={add} onDone={onDone} onClose={onClose}>
      <label>
        Name
        <input
          name="name"
          required
          pattern="[A-Za-z0-9][A-Za-z0-9_.\-]{0,63}"
          title="Letters, digits, -, _ and ., starting with a letter or digit"
          autocomplete="off"
        />
      </label>
      <label>
        Address of an MCP server, or an entry of gateway.json
        <textarea
          name="entry"
          required
          rows={4}
          spellcheck={false}
          placeholder={'https://mcp.example.com/mcp or { "type": "openapi", "spec": "https://…" }'}
        />
      </label>
      <p class="muted">
        All principals can use the upstream within seconds. Secrets are Worker secrets, written as{" "}
        <code>{"${NAME}"}</code> in headers, query and auth.
      </p>
    </FormDialog>
  );
}

async function add(form: FormData): Promise<RestAnswer<Upstream>> {
  const text = textOf(form, "entry").trim();
  const isAddress = /^https?:\/\//.test(text);
  const read = isAddress ? ({ ok: true, value: { value: { url: text } } } as const) : readJson(text, "The entry");
  return read.ok ? send<Upstream>("POST", "upstreams", { name: textOf(form, "name"), entry: read.value.value }) : read;
}
