/** Names of the methods that objects of the language have by themselves: under each of them, a script may read a function of the language. */

const PROTOTYPES: readonly object[] = [
  [],
  "",
  0,
  0n,
  true,
  /x/,
  {},
  () => 0,
  new Date(0),
  new Map(),
  new Set(),
  new WeakMap(),
  new WeakSet(),
  new Uint8Array(0),
  new ArrayBuffer(0),
  new DataView(new ArrayBuffer(0)),
  new Error("x"),
  new URL("https://a.example/"),
  new URLSearchParams(),
  new TextEncoder(),
  new TextDecoder(),
  Promise.resolve(),
  [].values(),
  new Map().values(),
  new Set().values(),
  "".matchAll(/x/g),
  Symbol.iterator,
].flatMap(prototypesOf);

const METHODS: ReadonlySet<string> = new Set(PROTOTYPES.flatMap(methodsOf));

/** @param name undefined if it is not known */
export function mayBeMethod(name: string | undefined): boolean {
  return name === undefined || METHODS.has(name);
}

function prototypesOf(value: unknown): readonly object[] {
  const found: object[] = [];
  let at: unknown = Object.getPrototypeOf(value);
  while (typeof at === "object" && at !== null) {
    found.push(at);
    at = Object.getPrototypeOf(at);
  }
  return found;
}

function methodsOf(prototype: object): readonly string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) =>
    typeof value === "function" ? [name] : [],
  );
}
