/** The gateway's API keys: their holders and permissions. A key itself is shown once, when it is created. */
import { useState } from "preact/hooks";
import { send } from "../api.ts";
import { useNow } from "../live.ts";
import { useGet } from "../loading.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { NewKeyDialog } from "../parts/new-key-dialog.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Loaded } from "../parts/states.tsx";
import { ACTIONS, Table } from "../parts/table.tsx";
import { Time } from "../parts/time.tsx";
import type { Key, Session } from "../rest.ts";

const ACCESS: Readonly<Record<Key["access"], string>> = {
  read: "read-only tools",
  write: "all but destructive tools",
  destructive: "all tools",
};

export function KeysPage({ session }: { readonly session: Session }) {
  const [loading, reload] = useGet<{ readonly keys: readonly Key[] }>("keys");
  // An admin whose key is narrowed is refused, too. After any other failure, creating a key may still work.
  const isRefused = loading.state === "failed" && loading.problem.status === 403;
  const mayCreate = session.role === "admin" && !isRefused;
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<Key>();
  return (
    <>
      <PageHead title="Keys">
        {mayCreate && (
          <button type="button" class="primary" onClick={() => setCreating(true)}>
            Create key
          </button>
        )}
      </PageHead>
      <Loaded of={loading} retry={reload}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty title="No keys yet">
              <p>
                A key gives a client or a person access to the gateway, limited to the servers and the tools that they
                need.
              </p>
            </Empty>
          ) : (
            <Keys keys={keys} onRevoke={setRevoking} />
          )
        }
      </Loaded>
      {isCreating && <NewKeyDialog servers={session.servers} onCreated={reload} onClose={() => setCreating(false)} />}
      {revoking && (
        <ConfirmDialog
          title={`Revoke ${revoking.name}?`}
          text="Clients that use it lose access at once, and the runs of this key end. This cannot be undone; you can create another key."
          word="Revoke key"
          act={() => send("DELETE", `keys/${encodeURIComponent(revoking.id)}`)}
          onDone={reload}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}

function Keys({ keys, onRevoke }: { readonly keys: readonly Key[]; readonly onRevoke: (key: Key) => void }) {
  const now = useNow(30_000);
  return (
    <Table
      caption="Keys"
      class="keys cards"
      columns={["Name", "Role", "May use", "Created", "Last used", "Expires", ACTIONS]}
    >
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">
            {key.name}
            <span class="sub muted">
              <code>{key.principal}</code>
            </span>
          </th>
          <td data-label="Role">{key.role}</td>
          <td data-label="May use">
            {ACCESS[key.access]}
            <span class="sub muted">{key.servers === "all" ? "of all servers" : `of ${key.servers.join(", ")}`}</span>
          </td>
          <td data-label="Created">
            <Time at={key.created} now={now} />
          </td>
          <td data-label="Last used">{key.last_used === null ? "never" : <Time at={key.last_used} now={now} />}</td>
          <td data-label="Expires">{key.expires === null ? "never" : <Time at={key.expires} now={now} />}</td>
          <td class="actions">
            <button type="button" class="danger" onClick={() => onRevoke(key)}>
              Revoke<span class="visually-hidden"> {key.name}</span>
            </button>
          </td>
        </tr>
      ))}
    </Table>
  );
}
