/** The playground: a person writes a script against the SDK, runs it, and sees its calls and result. */
import { useEffect, useRef, useState } from "preact/hooks";
import { get, send, type RestProblem } from "../api.ts";
import type { Editor } from "../editor/editor.ts";
import { callTemplate } from "../editor/call-template.ts";
import { inputSchemaOf } from "../editor/sdk.ts";
import { Choice } from "../parts/choice.tsx";
import { readJson } from "../json-input.ts";
import { PageHead } from "../parts/page-head.tsx";
import { RunOutcome, type RunState } from "../parts/run-outcome.tsx";
import { ProblemNote } from "../parts/states.tsx";
import { SaveScriptDialog } from "../parts/save-script-dialog.tsx";
import type { ExecAnswer, Language, RunDetails, SavedScript } from "../rest.ts";

const SAMPLE = `// Type the name of a server and a dot: its tools complete.
const found = await tools.search("list");
found`;

const DRAFT = "isogate:draft";
const LANGUAGES = [
  ["javascript", "JavaScript"],
  ["typescript", "TypeScript"],
] as const;

export function PlaygroundPage({ query }: { readonly query: URLSearchParams }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const [language, setLanguage] = useState<Language>("javascript");
  const [input, setInput] = useState("");
  const [saving, setSaving] = useState<string>();
  const [script, setScript] = useState<SavedScript>();
  const { state, problem, start, stop } = useScriptRun(editor);
  const run = (): void => void start(language, input);
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
        onRun: () => latest.current(),
        onChange: (text) => sessionStorage.setItem(DRAFT, text),
      });
    })();
    return () => {
      leaving.abort();
      stop();
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
          <button type="button" onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="button" class="primary" onClick={run}>
            Run <kbd>{/Mac|iP/.test(navigator.userAgent) ? "⌘" : "Ctrl"} ↵</kbd>
          </button>
        )}
      </PageHead>
      <div class="playground">
        <div class="write">
          <div class="editor" ref={host} />
          <InputField value={input} onInput={setInput} />
        </div>
        <section class="outcome" aria-label="Outcome">
          {problem && <ProblemNote problem={problem} />}
          <RunOutcome state={state} />
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

/** Runs the text of the editor, one run at a time, and marks the line at which it failed. */
function useScriptRun(editor: { readonly current: Editor | undefined }) {
  const running = useRef<AbortController>(undefined);
  const [state, setState] = useState<RunState>({ kind: "idle" });
  const [problem, setProblem] = useState<RestProblem>();
  const start = async (language: Language, input: string): Promise<void> => {
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
  return { state, problem, start, stop: (): void => running.current?.abort() };
}

interface InputFieldProps {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

function InputField({ value, onInput }: InputFieldProps) {
  return (
    <details class="input">
      <summary>
        Input (JSON) <span class="muted">{value.trim() === "" ? "none" : "given"}</span>
      </summary>
      <label>
        <span class="visually-hidden">Input (JSON)</span>
        <textarea
          rows={4}
          spellcheck={false}
          class="mono"
          placeholder='{ "since": "2026-01-01" }'
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </label>
    </details>
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
