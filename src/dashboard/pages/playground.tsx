/** The playground: a person writes a script against the SDK, runs it, and sees its calls and result. */
import { useEffect, useRef, useState } from "preact/hooks";
import { get, send } from "../api.ts";
import type { Problem } from "../api.ts";
import type { Editor } from "../editor/editor.ts";
import { callTemplate } from "../editor/call-template.ts";
import { inputSchemaOf } from "../editor/sdk.ts";
import { count, duration, plural } from "../format.ts";
import { useEvents, useNow } from "../live.ts";
import type { RunEvent } from "../../contract/run-events.ts";
import { Badge } from "../parts/badge.tsx";
import { Choice } from "../parts/choice.tsx";
import { JsonView, LogView } from "../parts/code.tsx";
import { ErrorBox } from "../parts/error-box.tsx";
import { readJson } from "../json-input.ts";
import { PageHead } from "../parts/page-head.tsx";
import { ProblemNote } from "../parts/states.tsx";
import { SaveScriptDialog } from "../parts/save-script-dialog.tsx";
import type { ExecAnswer, Language, RunDetails, SavedScript } from "../rest.ts";
import { BASE } from "../router.ts";

const SAMPLE = `// Type the name of a server and a dot: its tools complete.
const found = await tools.search("list");
found`;

const DRAFT = "isogate:draft";
const LANGUAGES = [
  ["javascript", "JavaScript"],
  ["typescript", "TypeScript"],
] as const;

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly since: number }
  | { readonly kind: "answered"; readonly code: string; readonly answer: ExecAnswer }
  | { readonly kind: "failed"; readonly problem: Problem };

export function PlaygroundPage({ query }: { readonly query: URLSearchParams }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const running = useRef<AbortController>(undefined);
  const [language, setLanguage] = useState<Language>("javascript");
  const [input, setInput] = useState("");
  const [state, setState] = useState<State>({ kind: "idle" });
  const [problem, setProblem] = useState<Problem>();
  const [saving, setSaving] = useState<string>();
  const [script, setScript] = useState<SavedScript>();
  const run = async (): Promise<void> => {
    const code = editor.current?.text() ?? "";
    if (code.trim() === "" || running.current !== undefined) return;
    const parsed = readJson(input, "The input");
    if (!parsed.ok) return setProblem(parsed.error);
    const given = parsed.value.given ? { input: parsed.value.value } : {};
    setProblem(undefined);
    editor.current?.mark(undefined);
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: "running", since: Date.now() });
    const answer = await send<ExecAnswer>("POST", "code/exec", { code, language, ...given }, controller.signal);
    running.current = undefined;
    if (!answer.ok) return setState({ kind: "failed", problem: answer.error });
    setState({ kind: "answered", code, answer: answer.value });
    const { error } = answer.value;
    if (error?.line !== undefined && editor.current?.text() === code) {
      editor.current.mark({ line: error.line, message: error.message });
    }
  };
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const leaving = new AbortController();
    void (async () => {
      const [{ openEditor }, begun] = await Promise.all([import("../editor/editor.ts"), beginning(query)]);
      if (leaving.signal.aborted || host.current === null) return;
      setScript(begun.script);
      if (begun.language) setLanguage(begun.language);
      if (begun.input !== undefined) setInput(begun.input);
      editor.current = openEditor(host.current, {
        text: begun.text,
        onRun: () => void latest.current(),
        onChange: (text) => sessionStorage.setItem(DRAFT, text),
      });
    })();
    return () => {
      leaving.abort();
      running.current?.abort();
      editor.current?.close();
    };
  }, []);
  return (
    <>
      <PageHead title="Playground">
        <Choice
          label="Language"
          isLabelHidden
          value={language}
          options={LANGUAGES}
          onChange={(chosen) => setLanguage(chosen as Language)}
        />
        <button type="button" onClick={() => setSaving(editor.current?.text())}>
          Save as script
        </button>
        {state.kind === "running" ? (
          <button type="button" onClick={() => running.current?.abort()}>
            Stop
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => void run()}>
            Run <kbd>{/Mac|iP/.test(navigator.userAgent) ? "⌘" : "Ctrl"} ↵</kbd>
          </button>
        )}
      </PageHead>
      <div class="playground">
        <div class="write">
          <div class="editor" ref={host} />
          <details class="input">
            <summary>
              Input (JSON) <span class="muted">{input.trim() === "" ? "none" : "given"}</span>
            </summary>
            <label>
              <span class="visually-hidden">Input (JSON)</span>
              <textarea
                rows={4}
                spellcheck={false}
                class="mono"
                placeholder='{ "since": "2026-01-01" }'
                value={input}
                onInput={({ currentTarget }) => setInput(currentTarget.value)}
              />
            </label>
          </details>
        </div>
        <section class="outcome" aria-label="Outcome">
          {problem && <ProblemNote problem={problem} />}
          <Outcome state={state} />
        </section>
      </div>
      {saving !== undefined && (
        <SaveScriptDialog
          source={{ code: saving, language }}
          {...(script && { before: script })}
          onClose={() => setSaving(undefined)}
        />
      )}
    </>
  );
}

interface Beginning {
  readonly text: string;
  readonly language?: Language;
  readonly input?: string;
  /** The saved script that is being edited. */
  readonly script?: SavedScript;
}

/** The initial text: a saved script, the script of a run, a call of a tool, the previous draft, or a sample. */
async function beginning(query: URLSearchParams): Promise<Beginning> {
  const run = query.get("run");
  if (run !== null) {
    const answer = await get<RunDetails>(`runs/${encodeURIComponent(run)}`);
    if (answer.ok) {
      const { code_text: text, language, input } = answer.value;
      const given = input === undefined || input === null ? {} : { input: JSON.stringify(input, null, 2) };
      return { text, ...given, ...(language && { language }) };
    }
  }
  const name = query.get("script");
  if (name !== null) {
    const answer = await get<SavedScript>(`scripts/${encodeURIComponent(name)}`);
    if (answer.ok) {
      const { code: text, language } = answer.value;
      return { text, script: answer.value, ...(language && { language }) };
    }
  }
  const tool = query.get("tool");
  if (tool !== null && /^[\w$]+\.[\w$]+$/.test(tool)) return { text: callTemplate(tool, await inputSchemaOf(tool)) };
  return { text: sessionStorage.getItem(DRAFT) ?? SAMPLE };
}

function Outcome({ state }: { readonly state: State }) {
  switch (state.kind) {
    case "idle":
      return (
        <div class="hint">
          <p>The value, the logs and the calls of your script appear here.</p>
          <ul>
            <li>
              A server is an object, its tools are functions: <code>await notes.list_notes()</code>
            </li>
            <li>The last value, or what you return, is the answer.</li>
            <li>
              What there is to call: <a href={`${BASE}/tools`}>tools</a>
            </li>
          </ul>
        </div>
      );
    case "running":
      return <Running since={state.since} />;
    case "failed":
      return <ProblemNote problem={state.problem} />;
    case "answered":
      return <Answered code={state.code} answer={state.answer} />;
  }
}

/** Shows the running script: the first run that begins after the request was sent is assumed to be the request's run. */
function Running({ since }: { readonly since: number }) {
  const now = useNow(100);
  const own = useRef<string>(undefined);
  const [calls, setCalls] = useState<readonly Extract<RunEvent, { type: "call_ended" }>[]>([]);
  useEvents("runs/stream", (event) => {
    if (event.type === "run_started" && event.via === "rest") own.current ??= event.run;
    if (event.type === "call_ended" && event.run === own.current) setCalls((before) => [...before, event].slice(-8));
  });
  return (
    <div role="status" class="running">
      <p class="row">
        <Badge state="running" />
        <span class="muted">{duration(now - since)}</span>
      </p>
      <ul class="plain">
        {calls.map(({ call, server, tool, state }) => (
          <li key={call}>
            <Badge state={state} />{" "}
            <code>
              {server}.{tool}
            </code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Answered({
  code,
  answer: { ok, result, error, logs, stats, run },
}: {
  readonly code: string;
  readonly answer: ExecAnswer;
}) {
  return (
    <div class="stack">
      <p class="row" role="status">
        <Badge state={ok ? "ok" : "failed"} />
        {stats && (
          <span class="muted">
            {duration(stats.duration_ms)} · {plural(stats.calls, "call")}
            {stats.tokens.kept_out > 0 && ` · ${count(stats.tokens.kept_out)} tokens kept out`}
          </span>
        )}
        <a class="push" href={`${BASE}/runs/${encodeURIComponent(run)}`}>
          Look at the run
        </a>
      </p>
      {error && <ErrorBox error={error} code={code} />}
      {ok && result !== undefined && <JsonView value={result} label="Value" />}
      {ok && result === undefined && <p class="muted">No value: end with an expression, or return one.</p>}
      {logs.length > 0 && (
        <>
          <h2>Logs</h2>
          <LogView lines={logs} />
        </>
      )}
    </div>
  );
}
