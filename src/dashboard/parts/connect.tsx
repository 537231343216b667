/** How a client is connected to this gateway. */
import { CopyButton } from "./copy.tsx";
import { Dialog } from "./dialog.tsx";

export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Connect a client" onClose={onClose}>
      <ConnectSteps />
    </Dialog>
  );
}

export function ConnectSteps() {
  const url = `${location.origin}/mcp`;
  return (
    <div class="stack">
      <p>This gateway is one MCP server over streamable HTTP. Its endpoint:</p>
      <Command text={url} what="endpoint" />
      <p>For example, for Claude Code:</p>
      <Command text={`claude mcp add --transport http isogate ${url}`} what="command" />
      <p class="muted">
        A client signs in by OAuth, or sends a key as <code>Authorization: Bearer …</code> or <code>X-API-Key</code>; an
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
