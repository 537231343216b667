/** The gateway's upstreams, with their state and their credentials. */
import { useState } from "preact/hooks";
import { send } from "../api.ts";
import { plural } from "../format.ts";
import { useNow } from "../live.ts";
import { useGet } from "../loading.ts";
import { AddUpstreamDialog } from "../parts/add-upstream-dialog.tsx";
import { Mark } from "../parts/badge.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Loaded, ProblemNote } from "../parts/states.tsx";
import { useRequest } from "../request.ts";
import { Time } from "../parts/time.tsx";
import { UpstreamControls } from "../parts/upstream-controls.tsx";
import type { Credential, Session, Upstream, Upstreams } from "../rest.ts";
import { BASE } from "../router.ts";

const LOOKS = {
  ready: { icon: "ok", tone: "ok", word: "ready" },
  connecting: { icon: "running", tone: "running", word: "connecting" },
  down: { icon: "failed", tone: "failed", word: "down" },
  disabled: { icon: "cancelled", tone: "still", word: "off" },
} as const;

const CREDENTIALS: Readonly<Record<Credential["state"], string>> = {
  none: "no credential",
  static: "credential of the deployment",
  ok: "signed in",
  sign_in_required: "needs you to sign in",
  error: "credential does not work",
};

export function UpstreamsPage({ session }: { readonly session: Session }) {
  const [isAdding, setAdding] = useState(false);
  const isAdmin = session.role === "admin";
  const [loading, reload] = useGet<Upstreams>("upstreams");
  return (
    <>
      <PageHead title="Upstreams">
        <button type="button" onClick={reload}>
          Check again
        </button>
        {isAdmin && (
          <button type="button" class="primary" onClick={() => setAdding(true)}>
            Add an upstream
          </button>
        )}
      </PageHead>
      {isAdding && (
        <AddUpstreamDialog
          onDone={() => {
            setAdding(false);
            reload();
          }}
          onClose={() => setAdding(false)}
        />
      )}
      <Loaded of={loading} retry={reload}>
        {({ upstreams, problems = [] }) => (
          <>
            {problems.map((problem) => (
              <p key={problem} class="problem" role="alert">
                {problem}
              </p>
            ))}
            {upstreams.length === 0 ? (
              <Empty title="No upstreams yet">
                <p>
                  Add a server under <code>mcpServers</code> in gateway.json and deploy again.
                </p>
              </Empty>
            ) : (
              <ul class="upstreams">
                {upstreams.toSorted(faultsFirst).map((one) => (
                  <Row key={one.name} upstream={one} isAdmin={isAdmin} onChange={reload} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

const ORDER: Readonly<Record<Upstream["status"], number>> = { down: 0, connecting: 1, ready: 2, disabled: 3 };

/** Sorts by state; upstreams in the same state keep the order of gateway.json. */
function faultsFirst(one: Upstream, other: Upstream): number {
  return ORDER[one.status] - ORDER[other.status];
}

interface RowProps {
  readonly upstream: Upstream;
  readonly isAdmin: boolean;
  readonly onChange: () => void;
}

function Row({ upstream, isAdmin, onChange }: RowProps) {
  const { name, type, status, reason, fix, notes = [], tools, held = 0, credential, signs_in, added } = upstream;
  const { unreadable = [], unchecked = [] } = upstream;
  // A mistake in the entry keeps its credential from being read, and says nothing of it.
  const isRepeatedFault = credential.state === "error" && (credential.message === reason || fix !== undefined);
  const isRepeated = credential.message === undefined || credential.message === reason || fix !== undefined;
  return (
    <li class="upstream">
      <div class="upstream-head">
        <h2>{name}</h2>
        <Mark {...LOOKS[status]} />
        <span class="muted">{added === true ? `${type}, added by an admin` : type}</span>
        {status !== "disabled" && !isRepeatedFault && <CredentialState of={credential} />}
        <span class="push">
          {tools > 0 && <a href={`${BASE}/tools?server=${encodeURIComponent(name)}`}>{plural(tools, "tool")}</a>}
          {held > 0 && (
            <>
              , <a href={`${BASE}/policy`}>{held} of them held</a>
            </>
          )}
        </span>
      </div>
      {reason !== undefined && credential.state !== "sign_in_required" && <p class="message">{reason}</p>}
      {fix !== undefined && <p class="message">{fix}</p>}
      {!isRepeated && <p class="message">{credential.message}</p>}
      {notes.map((note) => (
        <p key={note} class="message muted">
          {note}
        </p>
      ))}
      {unreadable.length > 0 && (
        <p class="message">
          {plural(unreadable.length, "entry", "entries")} of its list cannot be read: {unreadable.join(", ")}
        </p>
      )}
      {unchecked.length > 0 && <p class="message muted">Arguments are not checked against: {unchecked.join("; ")}</p>}
      {signs_in && <SignIn name={name} credential={credential} onChange={onChange} />}
      {isAdmin && isSwitchable(upstream) && <UpstreamControls upstream={upstream} onChange={onChange} />}
    </li>
  );
}

/** An entry of gateway.json that cannot be used has nothing to switch. */
function isSwitchable({ type, fix, added }: Upstream): boolean {
  return added === true || (type !== "stdio" && fix === undefined);
}

function CredentialState({ of: { state, expires_at: expires, scope } }: { readonly of: Credential }) {
  const now = useNow(30_000);
  return (
    <span class="muted" {...(scope !== undefined && { title: `Scopes: ${scope}` })}>
      {CREDENTIALS[state]}
      {expires !== undefined && (
        <>
          , renewed before <Time at={expires} now={now} />
        </>
      )}
    </span>
  );
}

interface SignInProps {
  readonly name: string;
  readonly credential: Credential;
  readonly onChange: () => void;
}

/** Sign-in to an upstream that each person signs in to. The link can be used once, so it is requested when the person opens it. */
function SignIn({ name, credential: { state }, onChange }: SignInProps) {
  const { problem, start } = useRequest();
  const path = `upstreams/${encodeURIComponent(name)}`;
  const connect = (): void =>
    start(
      () => send<{ readonly url: string }>("POST", `${path}/connect`),
      ({ url }) => location.assign(url),
    );
  const disconnect = (): void => start(() => send("POST", `${path}/disconnect`), onChange);
  return (
    <>
      <p class="row">
        {state === "ok" ? (
          <button type="button" onClick={disconnect}>
            Sign out of {name}
          </button>
        ) : (
          <button type="button" class="primary" onClick={connect}>
            Sign in to {name}
          </button>
        )}
      </p>
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}
