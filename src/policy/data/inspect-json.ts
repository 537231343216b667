/**
 * Looks for personal data and secrets in one JSON text: in every string, every name of a property and every number. Values are replaced
 * one by one in the parsed text; replacing inside serialized JSON can split an escape.
 */
import {
  credentialNamed,
  credentialsNamed,
  isReplaced,
  lastPart,
  looksSecret,
} from "../../detection/credential-names.ts";
import type { Credential } from "../../detection/credential-names.ts";
import { OF_SCHEMA, credentialInPair, credentialsInList, isValueOfPair } from "../../detection/credential-places.ts";
import { isRaw } from "../../lib/exact-json.ts";
import type { Span } from "../../detection/span.ts";
import {
  DATA_STEPS_PER_VALUE,
  MAX_DATA_CHARS,
  MAX_DATA_MATCHES,
  MAX_DATA_STEPS,
  MAX_TOKEN_VALUE_CHARS,
} from "../../limits/data-limits.ts";
import type { DataRule, WantedKind } from "./data-rules.ts";
import { MAX_TEXTS_IN_TEXTS, jsonIn } from "./json-in-text.ts";
import { writtenForms } from "./written-forms.ts";

/** How many values of a kind one rule found. */
export interface DataFinding {
  readonly rule: DataRule;
  readonly kind: string;
  readonly count: number;
}

export type InspectedJson =
  | { readonly ok: true; readonly json: string; readonly findings: readonly DataFinding[] }
  | RefusedData;

type InspectedText =
  | { readonly ok: true; readonly text: string; readonly findings: readonly DataFinding[] }
  | RefusedData;

/** Blocked by a rule, or over the budget: then `rule` is the first that would have changed the value. */
export interface RefusedData {
  readonly ok: false;
  readonly rule: DataRule;
  readonly kind: string | undefined;
  readonly findings: readonly DataFinding[];
}

/** @returns the token of a value */
type TokenOf = (kind: string, value: string) => string;

/**
 * @param json a JSON text of few levels
 * @param known values that are replaced wherever they stand, in each of their written forms, with what stands for them
 */
export function inspectJson(
  json: string,
  wanted: readonly WantedKind[],
  tokenOf: TokenOf,
  known: ReadonlyMap<string, string> = NOTHING,
): InspectedJson {
  const inspection = new Inspection(wanted, tokenOf, known);
  const clean = judged(json, wanted, inspection, () => {
    const value = JSON.parse(json) as unknown;
    const cleaned = inspection.value(value);
    return cleaned === value ? json : JSON.stringify(cleaned);
  });
  return clean.ok ? { ok: true, json: clean.text, findings: clean.findings } : clean;
}

/** Text that is not JSON, such as a message. */
export function inspectText(
  text: string,
  wanted: readonly WantedKind[],
  tokenOf: TokenOf,
  known: ReadonlyMap<string, string> = NOTHING,
): InspectedText {
  const inspection = new Inspection(wanted, tokenOf, known);
  return judged(text, wanted, inspection, () => inspection.string(text));
}

/** Answers for a value that is too large to be searched: refused where a rule would have changed it, else reported as not searched. */
export function unsearched(text: string, wanted: readonly WantedKind[]): InspectedText {
  const enforced = wanted.find((one) => one.enforced !== undefined)?.enforced;
  if (enforced !== undefined) return { ok: false, rule: enforced, kind: undefined, findings: [] };
  const findings = wanted.flatMap(({ reporting, kind }) => reporting.map((rule) => ({ rule, kind, count: -1 })));
  return { ok: true, text, findings };
}

/** @param clean returns the text in which values are replaced */
function judged(
  text: string,
  wanted: readonly WantedKind[],
  inspection: Inspection,
  clean: () => string,
): InspectedText {
  if (text.length > MAX_DATA_CHARS) return unsearched(text, wanted);
  try {
    return { ok: true, text: clean(), findings: inspection.findings };
  } catch (error) {
    if (error instanceof Blocked) {
      return { ok: false, rule: error.rule, kind: error.kind, findings: inspection.findings };
    }
    if (error instanceof OverBudget) return unsearched(text, wanted);
    throw error;
  }
}

function redactedAs(kind: string): string {
  return `[REDACTED:${kind}]`;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** Characters that are compared with one known value in the time of a step. */
const KNOWN_CHARS_PER_STEP = 40;

class OverBudget extends Error {}

class Blocked extends Error {
  readonly rule: DataRule;
  readonly kind: string;

  constructor(rule: DataRule, kind: string) {
    super(rule.rule);
    this.rule = rule;
    this.kind = kind;
  }
}

interface FoundSpan extends Span {
  readonly kind: string;
  readonly rule: DataRule;
}

interface PlaceOfList {
  /** Set under the plural of a credential's name, for the strings directly in the list. */
  readonly plural: Credential | undefined;
  /** True for a list directly in a list. */
  readonly isEntry: boolean;
}

const NO_SPANS: readonly FoundSpan[] = [];

const ELSEWHERE: PlaceOfList = { plural: undefined, isEntry: false };
const IN_LIST: PlaceOfList = { plural: undefined, isEntry: true };

class Inspection {
  readonly #wanted: readonly WantedKind[];
  readonly #tokenOf: TokenOf;
  readonly #known: readonly (readonly [value: string, token: string])[];
  readonly #secret: WantedKind | undefined;
  /** Kinds that a number may be. */
  readonly #ofNumbers: readonly WantedKind[];
  /** Texts and numbers with less characters have nothing that is looked for. */
  readonly #minTextChars: number;
  readonly #minNumberChars: number;
  readonly #findings = new Map<DataRule, Map<string, number>>();
  #steps = 0;
  #matches = 0;
  /** The texts that the present one is in. */
  #texts = 0;

  constructor(wanted: readonly WantedKind[], tokenOf: TokenOf, known: ReadonlyMap<string, string>) {
    this.#wanted = wanted;
    this.#tokenOf = tokenOf;
    // Longer values first, because one may be the beginning of another.
    this.#known = [...known]
      .flatMap(([value, token]) => writtenForms(value).map((form) => [form, token] as const))
      .sort(([one], [other]) => other.length - one.length);
    this.#secret = wanted.find(({ kind }) => kind === "secret");
    this.#ofNumbers = wanted.filter(({ kind }) => !NEVER_NUMBERS.has(kind));
    const minKnownChars = this.#known.at(-1)?.[0].length ?? Infinity;
    this.#minTextChars = Math.min(minKnownChars, ...wanted.map(({ minChars }) => minChars));
    this.#minNumberChars =
      this.#ofNumbers.length === 0
        ? Infinity
        : Math.min(minKnownChars, ...this.#ofNumbers.map(({ minChars }) => minChars));
  }

  get findings(): readonly DataFinding[] {
    return [...this.#findings].flatMap(([rule, kinds]) => [...kinds].map(([kind, count]) => ({ rule, kind, count })));
  }

  /**
   * @param credential says that the value, or all in it, is one
   * @param place says what is known of a value that is a list
   * @returns the same value if nothing in it is replaced
   */
  value(value: unknown, credential?: Credential, place: PlaceOfList = ELSEWHERE): unknown {
    this.#spend(DATA_STEPS_PER_VALUE);
    if (typeof value === "string") return this.string(value, credential);
    if (typeof value === "number") return this.#number(value, credential);
    if (value === null || typeof value !== "object") return value;
    if (isRaw(value)) return this.#digits(value, plainDigits(JSON.stringify(value)), credential);
    return Array.isArray(value)
      ? this.#list(value as readonly unknown[], credential, place)
      : this.#object(value, credential);
  }

  #list(items: readonly unknown[], credential: Credential | undefined, { plural, isEntry }: PlaceOfList): unknown {
    const named = this.#secret && credentialsInList(items, { isPair: items.length === 2, isEntry });
    const clean = items.map((item, index) => {
      const own = credential ?? named?.get(index) ?? (typeof item === "string" ? plural : undefined);
      return this.value(item, own, IN_LIST);
    });
    return clean.some((item, index) => item !== items[index]) ? clean : items;
  }

  #object(object: object, outer: Credential | undefined): unknown {
    let isChanged = false;
    const given: readonly [string, unknown][] = Object.entries(object);
    const pair = this.#secret && credentialInPair(given);
    // Not everything in an object under such a name is one: it may say whose it is, or until when it is valid.
    const inherited = outer === undefined || OF_SCHEMA.has(given[0]?.[0] ?? "") ? undefined : "perhaps";
    const entries = new Map<string, unknown>();
    // Two names may be replaced by the same text, or by that of another name, and none of their values may get lost.
    const isTaken = (name: string): boolean => entries.has(name) || Object.hasOwn(object, name);
    let number = 0;
    const freeName = (name: string): string => {
      if (!isTaken(name)) return name;
      // The number never goes back, so that all names of the object together take linear time.
      number = Math.max(number + 1, entries.size);
      while (isTaken(`${name} (${number})`)) number += 1;
      return `${name} (${number})`;
    };
    for (const [name, value] of given) {
      this.#spend(DATA_STEPS_PER_VALUE);
      const own = (isValueOfPair(name) ? pair : undefined) ?? (this.#secret && credentialNamed(name));
      const cleanName = this.#text(name, this.#wanted);
      const plural = this.#secret && credentialsNamed(name);
      const cleanValue = this.value(value, own ?? inherited, { plural, isEntry: false });
      isChanged ||= cleanName !== name || cleanValue !== value;
      entries.set(cleanName === name ? name : freeName(cleanName), cleanValue);
    }
    return isChanged ? Object.fromEntries(entries) : object;
  }

  #number(value: number, credential: Credential | undefined): unknown {
    // Most numbers are short integers, whose digits are not even written. 0 has one digit as well.
    const min = this.#minNumberChars;
    const isShort = min > 1 && Number.isInteger(value) && value >= 0 && value < 10 ** (min - 1);
    if (isShort && credential !== "always") return value;
    return this.#digits(value, String(value), credential);
  }

  /** @param value a number, or an object that JSON writes as one. @param text its digits */
  #digits(value: unknown, text: string, credential: Credential | undefined): unknown {
    const isCredential = credential === "always" && Math.abs(Number(text)) >= MIN_SECRET_NUMBER;
    const wholly = isCredential ? this.#wholly(text) : undefined;
    if (wholly !== undefined) return wholly;
    if (text.length < this.#minNumberChars) return value;
    const clean = this.#text(text, this.#ofNumbers);
    return clean === text ? value : clean;
  }

  string(text: string, credential?: Credential): string {
    const isCredential =
      credential !== undefined &&
      text !== "" &&
      !isReplaced(text) &&
      (credential === "always" || looksSecret(lastPart(text)));
    // `[1e9]` is a list of a number with ten digits.
    if (!isCredential && text.length < this.#minTextChars && !EXPONENT.test(text)) return text;
    return (isCredential ? this.#wholly(text) : undefined) ?? this.#inText(text) ?? this.#text(text, this.#wanted);
  }

  /** JSON in a text is inspected as the value that it is. @returns undefined if the text is to be inspected as one */
  #inText(text: string): string | undefined {
    const json = this.#texts < MAX_TEXTS_IN_TEXTS ? jsonIn(text) : undefined;
    if (json === undefined) return undefined;
    const before = this.#matches;
    let clean = "";
    let done = 0;
    this.#texts += 1;
    for (const { start, end, value } of json.parts) {
      clean += text.slice(done, start) + this.#part(text.slice(start, end), value);
      done = end;
    }
    this.#texts -= 1;
    clean += text.slice(done);
    // A value may be spread over several lines, so a text of lines in which nothing is replaced is inspected as one, too.
    return json.isLines && clean === text ? this.#again(text, before) : clean;
  }

  /** @param text JSON @param value the parsed text @returns JSON */
  #part(text: string, value: unknown): string {
    const before = this.#matches;
    const clean = this.value(value);
    if (clean !== value) return JSON.stringify(clean);
    // The parsed value has one property where the text repeats a name, so the text is inspected, too.
    return JSON.stringify(value) === text ? text : this.#again(text, before);
  }

  /** Inspects JSON as a text. @param before number of matches before its values were inspected */
  #again(text: string, before: number): string {
    if (this.#matches === before) return this.#text(text, this.#wanted);
    // Findings of rules that only report are counted already.
    return this.#text(
      text,
      this.#wanted.filter(({ enforced }) => enforced !== undefined),
    );
  }

  /** @returns what stands for a text that is a secret as a whole; undefined if no rule replaces secrets */
  #wholly(text: string): string | undefined {
    if (this.#secret === undefined) return undefined;
    const [span] = this.#note(this.#secret, [{ start: 0, end: text.length }]);
    return span && this.#replacement(text, span);
  }

  #text(text: string, wanted: readonly WantedKind[]): string {
    if (text.length < this.#minTextChars) return text;
    const plain = this.#withoutKnown(text);
    let found: readonly FoundSpan[] = NO_SPANS;
    for (const one of wanted) {
      if (plain.length < one.minChars) continue;
      this.#spend(DATA_STEPS_PER_VALUE);
      const spans = one.find(plain, this.#spend);
      if (spans.length > 0) found = [...found, ...this.#note(one, spans)];
    }
    if (found.length === 0) return plain;
    let clean = "";
    let done = 0;
    for (const span of joined(found)) {
      clean += plain.slice(done, span.start) + this.#replacement(plain, span);
      done = span.end;
    }
    return clean + plain.slice(done);
  }

  /** A field, so that no function is made for each text. */
  readonly #spend = (steps: number): void => {
    this.#steps += steps;
    if (this.#steps > MAX_DATA_STEPS) throw new OverBudget();
  };

  #withoutKnown(text: string): string {
    // A comparison that fails at once takes a step, too.
    this.#spend(this.#known.length * Math.ceil(text.length / KNOWN_CHARS_PER_STEP));
    let plain = text;
    for (const [value, token] of this.#known) if (plain.includes(value)) plain = plain.replaceAll(value, () => token);
    return plain;
  }

  /** Counts what was found. @returns what has to be replaced */
  #note({ kind, enforced, reporting }: WantedKind, spans: readonly Span[]): readonly FoundSpan[] {
    if (spans.length === 0) return [];
    this.#matches += spans.length;
    if (this.#matches > MAX_DATA_MATCHES) throw new OverBudget();
    for (const rule of enforced === undefined ? reporting : [enforced, ...reporting]) {
      const counts = this.#findings.get(rule) ?? new Map<string, number>();
      counts.set(kind, (counts.get(kind) ?? 0) + spans.length);
      this.#findings.set(rule, counts);
    }
    if (enforced?.action === "block") throw new Blocked(enforced, kind);
    return enforced === undefined ? [] : spans.map((span) => ({ ...span, kind, rule: enforced }));
  }

  #replacement(text: string, { start, end, kind, rule }: FoundSpan): string {
    const value = text.slice(start, end);
    const isTokenized = rule.action === "tokenize" && value.length <= MAX_TOKEN_VALUE_CHARS;
    return isTokenized ? this.#tokenOf(kind, value) : redactedAs(kind);
  }
}

/** @returns the number as JavaScript writes it, as in a value that is no text: `4.1e15` and `4100000000000000.0` are integers */
function plainDigits(text: string): string {
  return Number.isSafeInteger(Number(text)) ? String(Number(text)) : text;
}

/** Smaller numbers under the name of a credential are counts and flags. */
const MIN_SECRET_NUMBER = 1_000;

/** JSON writes a number of many digits in few characters so. */
const EXPONENT = /\d[eE]/;
/** Their forms have signs and letters. */
const NEVER_NUMBERS: ReadonlySet<string> = new Set(["secret", "email", "phone", "iban"]);

/** Joins spans that overlap; the stricter action and its kind count for all of it. */
function joined(spans: readonly FoundSpan[]): readonly FoundSpan[] {
  const result: FoundSpan[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start || other.end - one.end)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else {
      const isStricter = span.rule.action === "redact" && last.rule.action !== "redact";
      const { kind, rule } = isStricter ? span : last;
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end), kind, rule };
    }
  }
  return result;
}
