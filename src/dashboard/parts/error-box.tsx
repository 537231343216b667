/** The error of a run, with its line of the script. */
import type { RunDetails } from "../rest.ts";
import { FailingLine } from "./code.tsx";

interface Props {
  readonly error: Pick<NonNullable<RunDetails["error"]>, "code" | "message" | "hint" | "line">;
  /** The script's text. */
  readonly code: string;
}

export function ErrorBox({ error: { code: errorCode, message, hint, line }, code }: Props) {
  return (
    <section aria-labelledby="error" class="error-box">
      <h2 id="error">
        <code>{errorCode}</code>
        {line !== undefined && <span class="muted"> in line {line}</span>}
      </h2>
      <p class="message">{message}</p>
      {hint !== undefined && <p class="message muted">{hint}</p>}
      {line !== undefined && <FailingLine text={code} line={line} />}
    </section>
  );
}
