/** Reads answers of the gateway's two tools strictly: one text block, and `isError` exactly when `ok` is false. */

export interface Envelope {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: { code: string; message: string; line?: number; column?: number; stack?: string; hint?: string };
  readonly logs: readonly string[];
  readonly run: string;
}

/** The part of a `CallToolResult` that every SDK version and the inspector agree on. */
export interface Answer {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean | undefined;
}

export function envelopeOf(answer: Answer): Envelope {
  const envelope = JSON.parse(textOf(answer)) as Envelope;
  if ((answer.isError ?? false) === envelope.ok) throw new Error("isError has to be set exactly when ok is false");
  return envelope;
}

export function textOf(answer: Answer): string {
  const [only, ...rest] = answer.content;
  if (only?.type !== "text" || only.text === undefined || rest.length > 0)
    throw new Error(`expected one text block, got ${JSON.stringify(answer)}`);
  return only.text;
}
