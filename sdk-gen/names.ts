/**
 * Turns original names into identifiers that a script can write.
 *
 * The plain identifier of a name replaces every character JavaScript does not allow by `_`. When two names meet in one
 * plain identifier, the name that IS that identifier keeps it and every other one carries a hash of its original name,
 * so the outcome never depends on the order of the names and changes only when a collision appears or goes.
 */

const RESERVED = new Set(
  // Reserved words of the language, including those of strict mode and modules.
  (
    "arguments as async await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for from function get if implements import in instanceof interface let new null of package " +
    "private protected public return set static super switch this throw true try typeof undefined var void while with " +
    "yield NaN Infinity globalThis " +
    // Properties that Promise, JSON.stringify, a Proxy or the prototype chain reads from any object.
    "then catch finally toJSON toString valueOf toLocaleString constructor prototype __proto__ hasOwnProperty " +
    "isPrototypeOf propertyIsEnumerable __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ " +
    "apply bind call caller length name " +
    // Property that every tool has.
    "raw"
  ).split(" "),
);

const MAX_IDENTIFIER_CHARS = 96;

/** Names of functions that stand in a group of their server's object: `$resources.read` is a path, not one identifier. */
const GROUPED = /^(\$resources|\$prompts)\.([a-z]+)$/;

/** @returns group and member, or undefined for a name that is no such path */
export function groupOf(name: string): readonly [group: string, member: string] | undefined {
  const [, group, member] = GROUPED.exec(name) ?? [];
  return group === undefined || member === undefined ? undefined : [group, member];
}

/** @param reserved further identifiers to avoid, such as the guest's own globals when the names are servers */
export function assignIdentifiers(
  names: readonly string[],
  reserved: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, string> {
  const byPlain = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const plain = plainIdentifier(name, reserved);
    const group = byPlain.get(plain);
    if (group) group.push(name);
    else byPlain.set(plain, [name]);
  }
  const identifiers = new Map<string, string>();
  const hashed: { name: string; plain: string }[] = [];
  const taken = new Set(byPlain.keys());
  for (const [plain, group] of byPlain) {
    for (const name of group) {
      if (group.length === 1 || name === plain) identifiers.set(name, plain);
      else hashed.push({ name, plain });
    }
  }
  hashed.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, plain } of hashed) {
    let candidate = "";
    for (let round = 0; candidate === "" || taken.has(candidate); round += 1) {
      candidate = `${plain}_${hash(round === 0 ? name : `${round}:${name}`).slice(0, 4)}`;
    }
    taken.add(candidate);
    identifiers.set(name, candidate);
  }
  return new Map(names.map((name) => [name, identifiers.get(name) ?? name]));
}

function plainIdentifier(name: string, reserved: ReadonlySet<string>): string {
  if (groupOf(name) !== undefined) return name;
  let plain = name.normalize("NFC").replace(/[^\p{ID_Continue}$]/gu, "_");
  if (plain.length > MAX_IDENTIFIER_CHARS)
    plain = `${plain.slice(0, MAX_IDENTIFIER_CHARS - 9).toWellFormed()}_${hash(name)}`;
  if (/^_*$/.test(plain)) plain = `_${hash(name)}`;
  if (!/^[\p{ID_Start}_$]/u.test(plain)) plain = `_${plain}`;
  return RESERVED.has(plain) || reserved.has(plain) ? `${plain}_` : plain;
}

/** @returns true if a property of this name needs no quotes */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}

/** 32-bit FNV-1a over UTF-16 units, mixed, as 8 hex digits. It serves names, not secrets. */
export function hash(text: string): string {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state ^= state >>> 13;
  return (state >>> 0).toString(16).padStart(8, "0");
}

const NOT_A_HINT =
  /^(?:def|__schema|schema|type|items?|value|data|result|response|body|input|output|object|properties)?\d*$/i;

/** `rich_text` → `RichText`; "" when the hint has no usable characters */
export function typeName(hint: string): string {
  if (NOT_A_HINT.test(hint)) return "";
  const words = hint.slice(0, 60).match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return joined.slice(0, 40).replace(/^\d+/, "");
}

/** Name of one element of a list: `labels` → `label`. */
export function singular(name: string): string {
  if (name.endsWith("ies")) return `${name.slice(0, -3)}y`;
  if (!name.endsWith("s") || /(?:ss|us|is)$/.test(name)) return name;
  return /(?:x|ch|sh|ss)es$/.test(name) ? name.slice(0, -2) : name.slice(0, -1);
}
