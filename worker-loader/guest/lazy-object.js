// An object whose members are made when a script first reads them, such as a server with its tools. It has a member of every name, because
// the host decides which ones exist. A script that may list the members (`Object.keys(github)`) is told their names before it starts.

const { create, defineProperty, freeze } = Object;
const { ownKeys } = Reflect;
const { toPrimitive } = Symbol;

/**
 * @param {string} object its name in the script, for messages
 * @param {(name: string) => unknown} make called once for each member
 * @param {object} options
 * @param {readonly string[] | undefined} options.members names that are listed; undefined where they are not known
 * @param {ReadonlySet<string>} options.never names that are no members: `await` and JSON.stringify() ask every object for some
 * @param {string} options.instead what lists the members where their names are not known
 * @returns {any}
 */
export function lazyObject(object, make, { members, never, instead }) {
  const made = new Map();
  /** @param {string} name */
  const member = (name) => {
    if (!made.has(name)) made.set(name, make(name));
    return made.get(name);
  };
  // A proxy may only list what its target has.
  const target = create(null);
  for (const name of members ?? []) {
    if (!never.has(name)) defineProperty(target, name, { value: member(name), enumerable: true });
  }
  const refuse = () => {
    throw new TypeError(`The members of ${object} cannot be listed here; ${instead} lists them.`);
  };
  // `${github}` would call the members `toString` and `valueOf`, which can be tools.
  const convert = freeze(() => {
    throw new TypeError(`${object} is an object, not a text or a number: call one of its members.`);
  });
  return new Proxy(freeze(target), {
    get(_target, name) {
      if (name === toPrimitive) return convert;
      return typeof name !== "string" || never.has(name) ? undefined : member(name);
    },
    has: (_target, name) => (members === undefined ? refuse() : typeof name === "string" && name in target),
    ownKeys: () => (members === undefined ? refuse() : ownKeys(target)),
    getOwnPropertyDescriptor: (_target, name) =>
      members === undefined ? refuse() : Object.getOwnPropertyDescriptor(target, name),
    set(_target, name) {
      throw new TypeError(`${object}.${String(name)} cannot be assigned`);
    },
  });
}
