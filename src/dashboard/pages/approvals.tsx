/** Calls that wait for a person, by run. A person approves all or some of them, or denies them with a reason. */
import { useEffect, useState } from "preact/hooks";
import { get, send, type Query, type RestAnswer } from "../api.ts";
import { approvalTitle } from "../../contract/approval-title.ts";
import { noteDecided } from "../approval-count.ts";
import { ago, moment, plural } from "../format.ts";
import { useNow } from "../live.ts";
import { useLoaded } from "../loading.ts";
import { CodeView, JsonView } from "../parts/code.tsx";
import { DecisionForm, type Decision } from "../parts/decision-form.tsx";
import { InputForm, presetsOf, type InputValues } from "../parts/input-form.tsx";
import { ApprovalList } from "../parts/approval-list.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Empty, Loaded, ProblemNote } from "../parts/states.tsx";
import { useRequest } from "../request.ts";
import type { Approval, Approvals } from "../rest.ts";
import { runPath } from "../router.ts";

const RELOAD_MS = 3_000;
const CLOCK_MS = 10_000;
const MAX_LISTED = 500;
const MAX_DECIDED = 20;

interface Lists {
  readonly waiting: readonly Approval[];
  readonly lasting: readonly Approval[];
  readonly decided: readonly Approval[];
}

/** Each list is a request of its own: decided approvals, of which a script can make many, must not take the places of those that wait. */
async function loadLists(signal: AbortSignal): Promise<RestAnswer<Lists>> {
  const load = (query: Query) => get<Approvals>("approvals", query, signal);
  const [waiting, lasting, newest] = await Promise.all([
    load({ state: "waiting", limit: MAX_LISTED }),
    load({ state: "lasting", limit: MAX_LISTED }),
    load({ limit: MAX_DECIDED }),
  ]);
  if (!waiting.ok) return waiting;
  if (!lasting.ok) return lasting;
  if (!newest.ok) return newest;
  const decided = newest.value.approvals.filter(({ state }) => state !== "waiting").toReversed();
  return { ok: true, value: { waiting: waiting.value.approvals, lasting: lasting.value.approvals, decided } };
}

export function ApprovalsPage() {
  const [loading, reload] = useLoaded<Lists>(loadLists, "approvals");
  useEffect(() => {
    const timer = setInterval(reload, RELOAD_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const onChange = (): void => {
    noteDecided();
    reload();
  };
  const { problem, start } = useRequest();
  const withdraw = (id: string): void =>
    start(() => send("DELETE", `approvals/${encodeURIComponent(id)}`).finally(reload));
  return (
    <>
      <PageHead title="Approvals" />
      <Loaded of={loading} retry={reload}>
        {({ waiting, lasting, decided }) => {
          const runs = Map.groupBy(waiting, ({ run }) => run);
          return (
            <>
              {runs.size === 0 && <NothingWaits />}
              {[...runs].map(([run, calls]) => (
                <WaitingRun key={run} run={run} calls={calls} onChange={onChange} />
              ))}
              {problem && <ProblemNote problem={problem} />}
              {lasting.length > 0 && (
                <section class="stack">
                  <h2>Approved for a time</h2>
                  <ApprovalList approvals={lasting} showsRun onWithdraw={withdraw} />
                </section>
              )}
              {decided.length > 0 && (
                <section class="stack">
                  <h2>Decided</h2>
                  <ApprovalList approvals={decided} showsRun />
                </section>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function NothingWaits() {
  return (
    <Empty title="No call waits for approval">
      <p>
        A call whose rule in the policy says <code>require_approval</code>, and a script that imports a package which
        gateway.json holds, wait here until a person decides.
      </p>
    </Empty>
  );
}

interface WaitingRunProps {
  readonly run: string;
  readonly calls: readonly Approval[];
  readonly onChange: () => void;
}

function WaitingRun({ run, calls, onChange }: WaitingRunProps) {
  // A call that comes while a person reads is not ticked: the button would approve it before it was seen.
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(calls.map(({ id }) => id)));
  const [answers, setAnswers] = useState<Readonly<Record<string, InputValues>>>({});
  const { problem, isBusy, start } = useRequest();
  const answerOf = ({ id, form }: Approval): InputValues => answers[id] ?? presetsOf(form);
  // A script that waits for a package has not started, so that none of its calls waits at the same time.
  const hasPackages = calls.some(({ kind }) => kind === "package");
  const chosen = calls.filter(({ id }) => ticked.has(id));
  const decide = async (decision: Decision): Promise<RestAnswer<unknown>> => {
    const answer = await decideEach(chosen, decision, answerOf);
    // Only what was decided changes: a call that the person has unticked stays so.
    if (answer.ok) setTicked((current) => current.difference(new Set(chosen.map(({ id }) => id))));
    onChange();
    return answer;
  };
  const toggle = (id: string): void => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  return (
    <section class="stack">
      <h2>
        {hasPackages ? "A package waits" : plural(calls.length, "call waits", "calls wait")} in{" "}
        <a href={runPath(run)}>{run}</a>
      </h2>
      <ul class="tools">
        {calls.map((call) => (
          <WaitingCall
            key={call.id}
            call={call}
            isChosen={ticked.has(call.id)}
            onToggle={() => toggle(call.id)}
            values={answerOf(call)}
            onInput={(values) => setAnswers({ ...answers, [call.id]: values })}
          />
        ))}
      </ul>
      {[...new Map(calls.map((call) => [call.saved_script ?? "", call.script]))].map(([saved, script]) => (
        <details key={saved}>
          <summary>{saved === "" ? "The script of the run" : `The saved script ${saved}, which the run calls`}</summary>
          <CodeView text={script} label="Script" />
        </details>
      ))}
      {problem && <ProblemNote problem={problem} />}
      <DecisionForm
        count={chosen.length}
        hasPackages={hasPackages}
        isBusy={isBusy}
        onDecide={(decision) => start(() => decide(decision))}
      />
    </section>
  );
}

/** Decides the calls one after another. @returns the last problem, if there is one */
async function decideEach(
  calls: readonly Approval[],
  decision: Decision,
  answerOf: (call: Approval) => InputValues,
): Promise<RestAnswer<unknown>> {
  let last: RestAnswer<unknown> = { ok: true, value: undefined };
  let hasDecided = false;
  for (const call of calls) {
    const content = decision.decision === "approve" && call.form !== undefined && { content: answerOf(call) };
    const answer = await send("POST", `approvals/${encodeURIComponent(call.id)}`, { ...decision, ...content });
    // A decision can decide further calls, or end the run that makes them. A conflict before it means that somebody else was first.
    if (answer.ok) hasDecided = true;
    else if (answer.error.code !== "CONFLICT" || !hasDecided) last = answer;
  }
  return last;
}

interface WaitingCallProps {
  readonly call: Approval;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
  /** The answer to the form of an upstream. */
  readonly values: InputValues;
  readonly onInput: (values: InputValues) => void;
}

function WaitingCall({ call, isChosen, onToggle, values, onInput }: WaitingCallProps) {
  const { args, reason, kind, rule, form, requested_at, expires_at } = call;
  const title = approvalTitle(call);
  const now = useNow(CLOCK_MS);
  return (
    <li class="tool">
      <div class="tool-head">
        <label class="row">
          <input type="checkbox" checked={isChosen} onChange={onToggle} />
          <strong>{title}</strong>
        </label>
        {kind === "unknown" && <span class="tag">may have happened</span>}
        <span class="muted" title={moment(requested_at)}>
          requested {ago(requested_at, now)}, expires {moment(expires_at)}
        </span>
      </div>
      {form === undefined ? (
        <p>{reason}</p>
      ) : (
        <InputForm server={call.server} form={form} values={values} onInput={onInput} />
      )}
      {rule !== "" && (
        <p class="muted">
          rule <code>{rule}</code>
        </p>
      )}
      <JsonView value={args} label={`Arguments of ${title}`} />
    </li>
  );
}
