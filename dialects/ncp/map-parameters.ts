/**
 * Maps the names a script uses to the parameters of a tool. Names that differ in spelling alone are mapped first. The rest
 * is scored by words (equal or synonymous, if the tool's name explains the other words) and by the first words of a
 * parameter's description, and paired one to one, the highest score first. Ambiguous names are not mapped but reported.
 */
import { isRecord } from "../is-record.ts";
import { fit } from "./fit.ts";
import { likeness, wordsOf } from "./words.ts";

interface ParameterMapping {
  readonly userParam: string;
  readonly schemaParam: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

interface UnmappedParameter {
  readonly userParam: string;
  /** The parameter with the highest score, if any has one. */
  readonly bestMatch?: string;
  readonly bestScore: number;
  readonly suggestion: string;
}

export interface Mapping {
  readonly args: Readonly<Record<string, unknown>>;
  readonly mapped: readonly ParameterMapping[];
  readonly unmapped: readonly UnmappedParameter[];
  readonly missingRequired: readonly string[];
}

/** Texts that may explain a word that only one of two names has. */
interface MappingContext {
  readonly tool: string;
  readonly intent: string;
}

interface Parameter {
  readonly name: string;
  readonly schema: unknown;
  readonly words: readonly string[];
  readonly description: string;
}

interface Pair {
  readonly key: string;
  readonly parameter: Parameter;
  readonly score: number;
}

const MIN_SCORE = 0.5;
/** Two parameters whose scores differ by less than this fit a name equally well. */
const MARGIN = 0.05;
const MAX_PARAMETERS = 200;
/** The number of names that are mapped by score; further ones are reported. */
const MAX_GUESSED_NAMES = 20;

export function mapParameters(
  given: Readonly<Record<string, unknown>>,
  inputSchema: unknown,
  context: MappingContext,
): Mapping {
  const { parameters, required } = readSchema(inputSchema);
  const keys = Object.keys(given);
  // A schema that lists no properties accepts every name.
  if (parameters === undefined) {
    const mapped = keys.map((key) => ({ userParam: key, schemaParam: key, confidence: 1 }));
    return {
      args: given,
      mapped,
      unmapped: [],
      missingRequired: required.filter((name) => !Object.hasOwn(given, name)),
    };
  }
  const alike = pairAlike(keys, parameters);
  const isLeft = (name: string): boolean => !alike.some(({ parameter }) => parameter.name === name);
  const leftKeys = keys.filter((key) => !alike.some((pair) => pair.key === key));
  const leftParameters = parameters.filter(({ name }) => isLeft(name)).slice(0, MAX_PARAMETERS);
  const guessed = pairLikely(leftKeys, leftParameters, given, context);
  const pairs = [...alike, ...guessed.pairs];
  const args = Object.fromEntries(
    pairs.map(({ key, parameter: { name, schema } }) => [name, fit(given[key], schema)?.value ?? given[key]]),
  );
  return {
    args,
    mapped: pairs.map(({ key, parameter, score }) => ({
      userParam: key,
      schemaParam: parameter.name,
      confidence: Math.round(score * 100) / 100,
    })),
    unmapped: guessed.unmapped,
    missingRequired: required.filter((name) => !Object.hasOwn(args, name)),
  };
}

function readSchema(schema: unknown): {
  readonly parameters?: readonly Parameter[];
  readonly required: readonly string[];
} {
  if (!isRecord(schema)) return { required: [] };
  const required = Array.isArray(schema["required"])
    ? schema["required"].filter((name) => typeof name === "string")
    : [];
  const { properties } = schema;
  if (!isRecord(properties) || Object.keys(properties).length === 0) {
    return schema["additionalProperties"] === false || isRecord(properties)
      ? { parameters: [], required }
      : { required };
  }
  const parameters = Object.entries(properties).map(([name, one]) => {
    const description = isRecord(one) && typeof one["description"] === "string" ? one["description"] : "";
    return { name, schema: one, words: wordsOf(name), description };
  });
  return { parameters, required };
}

/** Pairs equal names, then names that differ in case and separators alone, if there is one candidate. */
function pairAlike(keys: readonly string[], parameters: readonly Parameter[]): Pair[] {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const pairs = keys.flatMap((key): Pair[] => {
    const parameter = byName.get(key);
    return parameter ? [{ key, parameter, score: 1 }] : [];
  });
  const taken = new Set(pairs.map(({ parameter }) => parameter.name));
  const bySpelling = groupBy(
    parameters.filter(({ name }) => !taken.has(name)),
    ({ name }) => spelling(name),
  );
  const others = groupBy(
    keys.filter((key) => !byName.has(key)),
    spelling,
  );
  for (const [spelled, [key, ...moreKeys]] of others) {
    const [parameter, ...more] = bySpelling.get(spelled) ?? [];
    if (key === undefined || parameter === undefined || moreKeys.length > 0 || more.length > 0) continue;
    pairs.push({ key, parameter, score: 0.98 });
  }
  return pairs;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function spelling(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "") || name;
}

function pairLikely(
  keys: readonly string[],
  parameters: readonly Parameter[],
  given: Readonly<Record<string, unknown>>,
  context: MappingContext,
): { readonly pairs: readonly Pair[]; readonly unmapped: readonly UnmappedParameter[] } {
  const guessable = keys.slice(0, MAX_GUESSED_NAMES);
  const toolWords = wordsOf(context.tool);
  const intentWords = new Set([...toolWords, ...wordsOf(context.intent)]);
  const scores = guessable.map((key) => {
    const words = wordsOf(key);
    return parameters.map((parameter) => {
      const byWords = scoreOfWords(words, parameter, toolWords, intentWords);
      const score = Math.max(byWords, isDescribed(words, parameter) ? DESCRIBED : 0);
      const certainty = score === 0 ? 0 : (fit(given[key], parameter.schema)?.certainty ?? 0);
      return score * certainty < MIN_SCORE ? 0 : score * certainty;
    });
  });
  const columns = pairBestFirst(scores);
  const pairs: Pair[] = [];
  const unmapped: UnmappedParameter[] = [];
  guessable.forEach((key, row) => {
    const own = scores[row] ?? [];
    const column = columns.get(row);
    const parameter = column === undefined ? undefined : parameters[column];
    if (column !== undefined && parameter) pairs.push({ key, parameter, score: own[column] ?? 0 });
    else unmapped.push(describe(key, own, parameters));
  });
  unmapped.push(...keys.slice(MAX_GUESSED_NAMES).map((key) => describe(key, [], parameters)));
  return { pairs, unmapped };
}

/**
 * Pairs rows with columns, the highest score first. A pair is only made if every other open pair of its row and of its column scores
 * less by at least MARGIN.
 *
 * @returns the columns of the rows that have one
 */
function pairBestFirst(scores: readonly (readonly number[])[]): ReadonlyMap<number, number> {
  const columns = new Map<number, number>();
  let open = scores.flatMap((own, row) => own.map((score, column) => ({ row, column, score })));
  open = open.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score);
  for (;;) {
    const best = open.find((pair) =>
      open.every(
        (other) =>
          other === pair ||
          (other.row !== pair.row && other.column !== pair.column) ||
          other.score <= pair.score - MARGIN,
      ),
    );
    if (best === undefined) return columns;
    columns.set(best.row, best.column);
    open = open.filter(({ row, column }) => row !== best.row && column !== best.column);
  }
}

/** Words that carry no information about a parameter. */
const FILLERS = new Set(
  "result item number per page of the a value string input param parameter arg argument".split(" "),
);
/** Words that a parameter may have in addition to the words of the script's name. */
const APPENDED = new Set("id name".split(" "));

const PER_EXTRA_WORD = 0.1;
const DESCRIBED = 0.6;

function scoreOfWords(
  given: readonly string[],
  { words, description }: Parameter,
  toolWords: readonly string[],
  intentWords: ReadonlySet<string>,
): number {
  const own = withoutFillers(given);
  const wanted = withoutFillers(words);
  const met = own.map((word) => wanted.map((other) => likeness(word, other)));
  const bestOfGiven = met.map((row) => Math.max(0, ...row));
  const isMet = wanted.map((_, column) => met.some((row) => (row[column] ?? 0) > 0));
  const described = new Set(wordsOf(description));
  const extraGiven = own.filter((_, index) => bestOfGiven[index] === 0);
  const extraWanted = wanted.filter((_, index) => isMet[index] === false);
  const likenesses = bestOfGiven.filter((best) => best > 0);
  if (likenesses.length === 0) return 0;
  if (!extraGiven.every((word) => toolWords.includes(word) || described.has(word))) return 0;
  if (!extraWanted.every((word) => intentWords.has(word) || APPENDED.has(word))) return 0;
  const average = likenesses.reduce((sum, best) => sum + best, 0) / likenesses.length;
  return 0.9 * average - PER_EXTRA_WORD * (extraGiven.length + extraWanted.length);
}

function withoutFillers(words: readonly string[]): readonly string[] {
  const rest = words.filter((word) => !FILLERS.has(word));
  return rest.length > 0 ? rest : words;
}

/** "Repository to search" is about a repository; "Name of the channel to post the message to" is not about a message. */
function isDescribed(given: readonly string[], { description }: Parameter): boolean {
  const [head = ""] = description
    .slice(0, 200)
    .split(/[.,:;()\n]|\s(?:to|of|for|in|on|by|from|with|that|which|where|when|whose|used|if|or|and)\s/);
  const headWords = new Set(wordsOf(head));
  return given.length > 0 && given.every((word) => headWords.has(word));
}

/** The number of parameters a suggestion lists; there is a suggestion for each unmapped name. */
const MAX_LISTED_PARAMETERS = 30;
const MAX_SHOWN_CHARS = 100;

/** Shortens a parameter's name: the upstream chose it, and it may be as long as a tool's definition. */
function shown({ name }: Parameter): string {
  return name.slice(0, MAX_SHOWN_CHARS);
}

function describe(key: string, scores: readonly number[], parameters: readonly Parameter[]): UnmappedParameter {
  const bestScore = Math.max(0, ...scores);
  const close = parameters.filter((_, column) => bestScore > 0 && (scores[column] ?? 0) >= bestScore - MARGIN);
  const [likeliest, ...others] = close;
  const names = parameters.slice(0, MAX_LISTED_PARAMETERS).map(shown);
  const given = key.slice(0, MAX_SHOWN_CHARS);
  const suggestion =
    likeliest === undefined
      ? `No parameter matches ${given}. Parameters without a value: ${names.join(", ") || "none"}.`
      : others.length > 0
        ? `${given} could be any of ${close.slice(0, MAX_LISTED_PARAMETERS).map(shown).join(", ")}: use one of these names.`
        : `If ${given} means ${shown(likeliest)}, use that name.`;
  return {
    userParam: key,
    ...(likeliest && { bestMatch: likeliest.name }),
    bestScore: Math.round(bestScore * 100) / 100,
    suggestion,
  };
}
