/** The policy: its rules with their hits, tools that wait for an admin, and a form to test another policy before it is enforced. */
import { useState } from "preact/hooks";
import type { PolicyDocument } from "../../policy/document/document.ts";
import { send, type RestProblem } from "../api.ts";
import { plural } from "../format.ts";
import { useNow } from "../live.ts";
import { useGet } from "../loading.ts";
import { Mark } from "../parts/badge.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { hitsOf, ruleRows } from "../parts/rule-rows.ts";
import { Empty, Loaded, ProblemNote } from "../parts/states.tsx";
import { Table } from "../parts/table.tsx";
import { Text } from "../parts/text.tsx";
import { Time } from "../parts/time.tsx";
import type { Pin, Pins, Policy, PolicyDraft, PolicyProblems, PolicyReplay } from "../rest.ts";
import { useRequest } from "../request.ts";
import { runPath } from "../router.ts";

export function PolicyPage() {
  const [pins, reloadPins] = useGet<Pins>("pins", { state: "held" });
  const [policy, reload] = useGet<Policy>("policy");
  // Both are for admins alone, and fail alike where the gateway does not answer.
  const isSaidOnce =
    pins.state === "failed" && policy.state === "failed" && pins.problem.detail === policy.problem.detail;
  const reloadBoth = (): void => {
    reloadPins();
    reload();
  };
  return (
    <>
      <PageHead title="Policy" />
      {!isSaidOnce && (
        <Loaded of={pins} retry={reloadPins}>
          {(held) => <Held {...held} onDecided={reloadPins} />}
        </Loaded>
      )}
      <Loaded of={policy} retry={isSaidOnce ? reloadBoth : reload}>
        {(view) => (
          <>
            <Rules policy={view} />
            <Trial document={view.document} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Held({ mode, pins, more, onDecided }: Pins & { readonly onDecided: () => void }) {
  if (mode === "off" || pins.length === 0) return null;
  return (
    <section aria-labelledby="held">
      <h2 id="held">{plural(pins.length, "tool")} held</h2>
      <p class="muted">No script can call them, and no model reads them, until you accept their definition.</p>
      <ul class="upstreams">
        {pins.map((pin) => (
          <HeldTool key={`${pin.server}.${pin.tool}.${pin.hash}`} pin={pin} onDecided={onDecided} />
        ))}
      </ul>
      {more.map(({ server, count }) => (
        <p key={server} class="muted">
          {server} has {count} more. <code>isogate pins list --server NAME</code> lists those of one server.
        </p>
      ))}
    </section>
  );
}

const REASONS: Readonly<Record<NonNullable<Pin["reason"]>, string>> = {
  new: "new",
  changed: "changed since it was accepted",
  renamed: "renamed",
  finding: "suspicious content found",
  unreadable: "too deep or too long to be checked",
  decided: "held by an admin",
};

function HeldTool({ pin, onDecided }: { readonly pin: Pin; readonly onDecided: () => void }) {
  const { server, tool, hash, reason, former, since, findings, differences = [], description } = pin;
  const { problem, start } = useRequest();
  const now = useNow(30_000);
  const path = `pins/${encodeURIComponent(server)}/${encodeURIComponent(tool)}`;
  const accept = (): void => start(() => send("POST", path, { decision: "accept", hash }), onDecided);
  return (
    <li class="upstream">
      <div class="upstream-head">
        <h3 class="mono">
          {server}.{tool}
        </h3>
        <Mark icon="refused" tone="refused" word={reason === undefined ? "held" : REASONS[reason]} />
        {former !== undefined && <span class="muted">was {former}</span>}
        <span class="muted push">
          <Time at={since} now={now} />
        </span>
      </div>
      {findings.map(({ place, message }, index) => (
        <p key={index} class="message">
          {place === "" ? "" : `${place}: `}
          {message}
        </p>
      ))}
      {differences.length > 0 ? (
        <dl class="differences">
          {differences.map(({ place, was, now: is }) => (
            <div key={place}>
              <dt>
                <code>{place}</code>
              </dt>
              {was !== undefined && (
                <dd>
                  <del>
                    <Text of={was} />
                  </del>
                </dd>
              )}
              {is !== undefined && (
                <dd>
                  <ins>
                    <Text of={is} />
                  </ins>
                </dd>
              )}
            </div>
          ))}
        </dl>
      ) : (
        description !== undefined && (
          <p class="message">
            <Text of={description} />
          </p>
        )
      )}
      {reason !== "unreadable" && (
        <p class="row">
          <button type="button" onClick={accept}>
            Accept
            <span class="visually-hidden">
              {" "}
              {server}.{tool}
            </span>
          </button>
        </p>
      )}
      {problem && <ProblemNote problem={problem} />}
    </li>
  );
}

function Rules({ policy: { document, hash, hits } }: { readonly policy: Policy }) {
  if (hash === null) {
    return (
      <Empty title="No policy yet">
        <p>
          Every call is allowed. Write <code>policy</code> into gateway.json and deploy again; below, one can be tried
          on the calls of your past runs first.
        </p>
      </Empty>
    );
  }
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">Rules</h2>
      <p class="muted">
        The document is <code>{hash}</code>; hits are those of your own calls.
      </p>
      <Table caption="Rules" class="rules cards" columns={["About", "Rule", "Hits"]}>
        {ruleRows(document as PolicyDocument).map((row) => (
          <tr key={row.pointer}>
            <th scope="row">
              <code>{row.about}</code>
            </th>
            <td data-label="Rule">
              {row.lines.map((line, index) => (
                <span key={index} class="sub">
                  {line}
                </span>
              ))}
              {row.isLoggedOnly && <span class="sub muted">only logged</span>}
            </td>
            <td data-label="Hits">{hitsOf(row, hits)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

const EXAMPLE = '{\n  "version": "1",\n  "default": "allow",\n  "preset": "ask-before-destructive"\n}';

type TrialState =
  | { readonly state: "none" }
  | { readonly state: "problem"; readonly problem: RestProblem }
  | { readonly state: "problems"; readonly found: PolicyProblems }
  | { readonly state: "replay"; readonly replay: PolicyReplay };

function Trial({ document }: { readonly document: unknown }) {
  const [text, setText] = useState(document === null ? EXAMPLE : JSON.stringify(document, null, 2));
  const [tried, setTried] = useState<TrialState>({ state: "none" });
  const check = async (): Promise<boolean> => {
    const answer = await send<PolicyProblems>("POST", "policy/validate", { policy: text });
    if (!answer.ok) setTried({ state: "problem", problem: answer.error });
    else if (answer.value.problems.length > 0 || (answer.value.warnings ?? []).length > 0)
      setTried({ state: "problems", found: answer.value });
    else setTried({ state: "problems", found: { problems: [] } });
    return answer.ok && answer.value.problems.length === 0;
  };
  const replay = async (): Promise<void> => {
    if (!(await check())) return;
    const answer = await send<PolicyReplay>("POST", "policy/test", { policy: text });
    if (answer.ok) setTried({ state: "replay", replay: answer.value });
    else setTried({ state: "problem", problem: answer.error });
  };
  const draft = async (): Promise<void> => {
    const answer = await send<PolicyDraft>("POST", "policy/suggest", {});
    if (!answer.ok) return setTried({ state: "problem", problem: answer.error });
    setText(JSON.stringify(answer.value.policy, null, 2));
    setTried({ state: "replay", replay: answer.value.replay });
  };
  return (
    <section aria-labelledby="trial">
      <h2 id="trial">Try a policy</h2>
      <label class="visually-hidden" for="policy-text">
        Policy (JSON)
      </label>
      <textarea
        id="policy-text"
        class="mono policy-text"
        rows={16}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setTried({ state: "none" });
        }}
      />
      <p class="row">
        <button type="button" onClick={() => void check()}>
          Check
        </button>
        <button type="button" class="primary" onClick={() => void replay()}>
          Replay the calls of 30 days
        </button>
        <button type="button" onClick={() => void draft()}>
          Draft from the calls of 30 days
        </button>
      </p>
      <div role="status">
        <Found tried={tried} />
      </div>
    </section>
  );
}

function Found({ tried }: { readonly tried: TrialState }) {
  switch (tried.state) {
    case "none":
      return null;
    case "problem":
      return <ProblemNote problem={tried.problem} />;
    case "problems": {
      const { problems, warnings = [] } = tried.found;
      const all = [...problems, ...warnings];
      if (all.length === 0) return <p>The policy is valid.</p>;
      return (
        <ul class="plain">
          {all.map(({ path, message, fix }, index) => (
            <li key={index}>
              <code>{path === "" ? "/" : path}</code> {message} {fix}
            </li>
          ))}
        </ul>
      );
    }
    case "replay":
      return <Replay replay={tried.replay} />;
  }
}

function Replay({ replay }: { readonly replay: PolicyReplay }) {
  const { calls, runs, flipped, runs_affected, approvals, uncertain, truncated, flips, data } = replay;
  return (
    <>
      <p>
        Of {plural(calls, "call")} in {plural(runs, "run")}
        {truncated && ", only the newest"}, {flipped} would be decided differently, in {plural(runs_affected, "run")}; a
        person would be asked {plural(approvals, "time")}.
        {uncertain > 0 &&
          ` ${plural(uncertain, "call")} cannot be judged for certain: some of the values that decide them are not recorded.`}
        {data.map(({ rule, calls: found }) => ` ${rule} finds data in ${plural(found, "call")}.`)}
      </p>
      {flips.length > 0 && (
        <Table
          caption="Calls that would be decided differently"
          class="rules cards"
          columns={["Call", "Decision", "Rule"]}
        >
          {flips.slice(0, MAX_FLIPS).map(({ run, call, server, tool, was, now, rule, message, uncertain: inDoubt }) => (
            <tr key={`${run} ${call}`}>
              <th scope="row">
                <a href={runPath(run)}>
                  {server}.{tool}
                </a>
              </th>
              <td data-label="Decision">
                {was} → {now}
                {inDoubt && <span class="sub muted">in doubt</span>}
              </td>
              <td data-label="Rule">
                <code>{rule}</code>
                {message !== undefined && <span class="sub muted">{message}</span>}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

const MAX_FLIPS = 100;
