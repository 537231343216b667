/**
 * Reads paths of conditions: `args.items[*].price`, `args.headers["content-type"]`, `output.rows[0].id`. Only own properties are read, so
 * `args.constructor` is missing unless a caller sent it. A value of an unexpected shape is distinguished from a missing one: `{"path":
 * ["/etc/passwd"]}` does not evade a rule about the text `args.path`.
 */
import { MAX_PATH_VALUES } from "./policy-bounds.ts";

const PATH_ROOTS = ["args", "output", "tool", "principal", "run"] as const;
type PathRoot = (typeof PATH_ROOTS)[number];

type Step = { readonly key: string } | { readonly index: number } | "each";

export interface ValuePath {
  readonly text: string;
  /** The root may also be `outer`, the call that an enclosing history condition found; its next step is a root again. */
  readonly root: PathRoot;
  readonly isOuter: boolean;
  readonly steps: readonly Step[];
}

export interface Found {
  readonly values: readonly unknown[];
  /** True if a step did not fit its value, or there were too many values. */
  readonly mismatch: boolean;
  /** True if there is no value, or some item of a list lacks the field. */
  readonly isMissing: boolean;
}

const STEP = /\.([^.[\]"\s]+)|\[(\d{1,9})\]|\[(\*)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** @returns the path, or a description of the error in the text */
export function parsePath(text: string): ValuePath | string {
  const isOuter = text.startsWith("outer.");
  const rest = isOuter ? text.slice("outer.".length) : text;
  const root = PATH_ROOTS.find((name) => rest === name || rest.startsWith(`${name}.`) || rest.startsWith(`${name}[`));
  if (root === undefined) return `it begins with none of ${PATH_ROOTS.join(", ")}`;
  const steps: Step[] = [];
  for (let at = root.length; at < rest.length;) {
    STEP.lastIndex = at;
    const [whole, name, index, each, quoted] = STEP.exec(rest) ?? [];
    if (whole === undefined) return `it cannot be read from character ${at + (text.length - rest.length) + 1} on`;
    if (name !== undefined) steps.push({ key: name });
    else if (index !== undefined) steps.push({ index: Number(index) });
    else if (each !== undefined) steps.push("each");
    else {
      const key = unquoted(quoted ?? "");
      if (key === undefined) return `${quoted} is not a JSON string`;
      steps.push({ key });
    }
    at += whole.length;
  }
  if (steps.length === 0) return `it names no field: write ${root}.<field>`;
  return { text, root, isOuter, steps };
}

function unquoted(text: string): string | undefined {
  try {
    const key: unknown = JSON.parse(text);
    return typeof key === "string" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** @param spend is called with the number of values read, and throws when there have been too many */
export function valuesAt(start: unknown, path: ValuePath, spend: (steps: number) => void): Found {
  let values: readonly unknown[] = start === undefined ? [] : [start];
  let mismatch = false;
  let isMissing = false;
  for (const step of path.steps) {
    spend(Math.max(1, values.length));
    const next: unknown[] = [];
    for (const value of values) {
      const before = next.length;
      const isFitting = append(value, step, next);
      if (!isFitting) mismatch = true;
      // An empty list lacks nothing, unless it is the only value.
      else if (next.length === before && step !== "each") isMissing = true;
      if (next.length > MAX_PATH_VALUES) return { values: [], mismatch: true, isMissing: true };
    }
    values = next;
  }
  return { values, mismatch, isMissing: isMissing || values.length === 0 };
}

/**
 * Appends the values of the step to `next`; nothing is appended if the step fits but the field does not exist.
 * @returns false if the step does not fit the value
 */
function append(value: unknown, step: Step, next: unknown[]): boolean {
  if (value === null || value === undefined) return true;
  if (step === "each" || "index" in step) {
    if (!Array.isArray(value)) return false;
    if (step !== "each") {
      if (step.index < value.length) next.push(value[step.index]);
    } else if (next.length + value.length > MAX_PATH_VALUES) return false;
    else for (const item of value as unknown[]) next.push(item);
    return true;
  }
  if (typeof value !== "object" || Array.isArray(value)) return false;
  const field = Object.hasOwn(value, step.key) ? (value as Readonly<Record<string, unknown>>)[step.key] : undefined;
  if (field !== undefined) next.push(field);
  return true;
}
