/** Instructions to connect a client to this gateway. */
import { useState } from "preact/hooks";
import { Choice } from "./choice.tsx";
import { CopyButton } from "./copy.tsx";
import { Dialog } from "./dialog.tsx";

interface Client {
  readonly name: string;
  /** The instruction that precedes the text. */
  readonly how: string;
  readonly text: (url: string) => string;
}

const CLIENTS: readonly Client[] = [
  {
    name: "Claude Code",
    how: "Run this once:",
    text: (url) => `claude mcp add --transport http isogate ${url}`,
  },
  {
    name: "Claude Desktop",
    how: "Add a custom connector under Settings, Connectors. The gateway has to be reachable from the internet. Its address:",
    text: (url) => url,
  },
  {
    name: "Cursor",
    how: "Put this into .cursor/mcp.json of a project, or into ~/.cursor/mcp.json:",
    text: (url) => json({ mcpServers: { isogate: { url } } }),
  },
  {
    name: "VS Code",
    how: "Put this into .vscode/mcp.json:",
    text: (url) => json({ servers: { isogate: { type: "http", url } } }),
  },
  {
    name: "Codex",
    how: "Put this into ~/.codex/config.toml:",
    text: (url) => `[mcp_servers.isogate]\nurl = ${JSON.stringify(url)}`,
  },
  {
    name: "Windsurf",
    how: "Put this into ~/.codeium/windsurf/mcp_config.json:",
    text: (url) => json({ mcpServers: { isogate: { serverUrl: url } } }),
  },
  {
    name: "another client",
    how: "Give it this address, as a server over streamable HTTP:",
    text: (url) => url,
  },
];

export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Connect a client" onClose={onClose}>
      <ConnectSteps />
    </Dialog>
  );
}

export function ConnectSteps() {
  const [chosen, setChosen] = useState("Claude Code");
  const client = CLIENTS.find(({ name }) => name === chosen);
  return (
    <div class="stack">
      <Choice label="Client" value={chosen} options={CLIENTS.map(({ name }) => name)} onChange={setChosen} />
      {client && (
        <>
          <p>{client.how}</p>
          <Command text={client.text(`${location.origin}/mcp`)} what={`for ${client.name}`} />
        </>
      )}
      <p class="muted">
        A client signs in by OAuth, or sends a key as <code>Authorization: Bearer …</code> or <code>X-API-Key</code>. An
        open local gateway needs neither.
      </p>
    </div>
  );
}

export function Command({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <div class="command">
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
