/** Read-only code with colours, line numbers and a marked line. Long texts are cut until a person expands them. */
import { useState } from "preact/hooks";
import { plural } from "../format.ts";
import { CopyButton } from "./copy.tsx";
import { Text } from "./text.tsx";
import { tokenLines, tokensOf, type Token } from "./tokens.ts";

/** More lines are slow to lay out, and are not readable at once. */
const MAX_LINES = 400;
const MAX_CHARACTERS = 60_000;

interface CodeView {
  readonly text: string;
  readonly label: string;
  /** The number of the marked line, starting at 1. */
  readonly markedLine?: number;
  /** The error message for the marked line. */
  readonly mark?: string;
}

export function CodeView({ text, label, markedLine, mark }: CodeView) {
  const [all, setAll] = useState(false);
  const lines = tokenLines(text);
  const max = Math.max(MAX_LINES, (markedLine ?? 0) + 20);
  const shown = all ? lines : lines.slice(0, max);
  return (
    <div class="code" role="region" aria-label={label} tabIndex={0}>
      <ol>
        {shown.map((tokens, index) => {
          const isMarked = index + 1 === markedLine;
          return (
            <li key={index} {...(isMarked && { class: "marked", "aria-current": "true" as const })}>
              <Tokens of={tokens} />
              {"\n"}
              {isMarked && mark !== undefined && <div class="mark">{mark}</div>}
            </li>
          );
        })}
      </ol>
      {shown.length < lines.length && (
        <button type="button" onClick={() => setAll(true)}>
          Show all {plural(lines.length, "line")}
        </button>
      )}
    </div>
  );
}

/** One line of a script, with its number. */
export function FailingLine({ text, line }: { readonly text: string; readonly line: number }) {
  const found = text.split("\n")[line - 1]?.trim() ?? "";
  if (found === "") return null;
  return (
    <code class="failing-line">
      <span class="muted">{line}</span>
      <Tokens of={tokensOf(found)} />
    </code>
  );
}

interface SignatureProps {
  readonly text: string;
  /** True to show at most six lines: a signature with many types is as long as a page. */
  readonly isClamped?: boolean;
}

export function Signature({ text, isClamped = false }: SignatureProps) {
  return (
    <code class={isClamped ? "signature clamped-signature" : "signature"}>
      <Tokens of={tokensOf(text)} />
    </code>
  );
}

export function LogView({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div class="code" role="region" aria-label="Logs" tabIndex={0}>
      <ol>
        {lines.map((line, index) => (
          <li key={index}>
            <Text of={line} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A JSON value, indented. A string is shown as its text. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  const [all, setAll] = useState(false);
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "undefined");
  const isCut = !all && text.length > MAX_CHARACTERS;
  const shown = isCut ? text.slice(0, MAX_CHARACTERS) : text;
  return (
    <div class="json">
      <div class="code" role="region" aria-label={label} tabIndex={0}>
        <pre>{typeof value === "string" ? <Text of={shown} /> : <Tokens of={withKeys(tokensOf(shown))} />}</pre>
      </div>
      <div class="json-tools">
        {isCut && (
          <button type="button" onClick={() => setAll(true)}>
            Show all {plural(text.length, "character")}
          </button>
        )}
        <CopyButton text={text} what={label} />
      </div>
    </div>
  );
}

/** Gives names of members another colour than strings. */
function withKeys(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, index) =>
    token.kind === "string" && tokens[index + 1]?.text.startsWith(":") === true
      ? { kind: "name", text: token.text }
      : token,
  );
}

function Tokens({ of }: { readonly of: readonly Token[] }) {
  return (
    <>
      {of.map(({ kind, text }, index) =>
        kind === "plain" ? (
          <Text key={index} of={text} />
        ) : (
          <span key={index} class={`t-${kind}`}>
            <Text of={text} />
          </span>
        ),
      )}
    </>
  );
}
