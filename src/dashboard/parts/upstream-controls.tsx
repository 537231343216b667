/** Buttons by which an admin switches an upstream off and on, reads its tools again, or removes one that was added while the gateway runs. */
import { useState } from "preact/hooks";
import { send } from "../api.ts";
import { useRequest } from "../request.ts";
import type { Upstream } from "../rest.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { ProblemNote } from "./states.tsx";

interface Props {
  readonly upstream: Upstream;
  readonly onChange: () => void;
}

export function UpstreamControls({ upstream: { name, status, added }, onChange }: Props) {
  const { problem, start } = useRequest();
  const [isRemoving, setRemoving] = useState(false);
  const path = `upstreams/${encodeURIComponent(name)}`;
  const change = (action: "enable" | "disable" | "refresh"): void =>
    start(() => send("POST", `${path}/${action}`), onChange);
  const isOff = status === "disabled";
  return (
    <>
      <p class="row">
        {!isOff && (
          <button type="button" aria-label={`Refresh ${name}`} onClick={() => change("refresh")}>
            Refresh
          </button>
        )}
        <button
          type="button"
          aria-label={`Switch ${isOff ? "on" : "off"} ${name}`}
          onClick={() => change(isOff ? "enable" : "disable")}
        >
          {isOff ? "Switch on" : "Switch off"}
        </button>
        {added === true && (
          <button type="button" class="danger" aria-label={`Remove ${name}`} onClick={() => setRemoving(true)}>
            Remove
          </button>
        )}
      </p>
      {problem && <ProblemNote problem={problem} />}
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          text="Its tools can no longer be called, and sign-ins to it lose their effect."
          word="Remove upstream"
          act={() => send("DELETE", path)}
          onDone={onChange}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}
