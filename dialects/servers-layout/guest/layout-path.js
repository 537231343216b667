// The functions of Node's `path` that scripts use on the names of the layout's files. Paths have `/` on every platform, and the folder they
// are resolved in is "/".

const join = (/** @type {string[]} */ ...parts) => normalize(parts.filter((part) => part !== "").join("/"));

const isAbsolute = (/** @type {string} */ path) => path.startsWith("/");

/** @param {string} path */
function normalize(path) {
  const isRooted = isAbsolute(path);
  /** @type {string[]} */
  const parts = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== "" && part !== "." && !(part === ".." && isRooted)) parts.push(part);
  }
  const joined = (isRooted ? "/" : "") + parts.join("/");
  if (joined === "") return path.endsWith("/") ? "./" : ".";
  return path.endsWith("/") && joined !== "/" ? `${joined}/` : joined;
}

const resolve = (/** @type {string[]} */ ...paths) => {
  const from = paths.findLastIndex(isAbsolute);
  const joined = normalize(`/${paths.slice(Math.max(from, 0)).join("/")}`);
  return joined === "/" ? joined : withoutSlash(joined);
};

/** @param {string} from @param {string} to */
function relative(from, to) {
  const [start, end] = [resolve(from), resolve(to)].map((path) => path.split("/").filter((part) => part !== ""));
  if (start === undefined || end === undefined) return "";
  let same = 0;
  while (same < start.length && same < end.length && start[same] === end[same]) same += 1;
  return [...start.slice(same).map(() => ".."), ...end.slice(same)].join("/");
}

/** @param {string} path @param {string} [suffix] */
function basename(path, suffix = "") {
  const name = withoutSlash(path).split("/").at(-1) ?? "";
  return suffix !== "" && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

/** @param {string} path */
function dirname(path) {
  const rest = withoutSlash(path);
  const end = rest.lastIndexOf("/");
  if (end === -1) return ".";
  return end === 0 ? "/" : withoutSlash(rest.slice(0, end));
}

/** @param {string} path */
function extname(path) {
  const name = basename(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 || name === ".." ? "" : name.slice(dot);
}

/** @param {string} path */
function parse(path) {
  const [base, ext] = [basename(path), extname(path)];
  const root = isAbsolute(path) ? "/" : "";
  const dir = withoutSlash(path).includes("/") ? dirname(path) : root;
  return {
    root,
    dir,
    base,
    ext,
    name: base.slice(0, base.length - ext.length),
  };
}

/** @param {string} path */
function withoutSlash(path) {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** Created for each run, so that nothing a script sets on a function outlives it. */
export function extend() {
  const functions = { join, normalize, resolve, relative, basename, dirname, extname, parse, isAbsolute };
  const path = Object.fromEntries(
    Object.entries(functions).map(([name, own]) => [name, Object.freeze(calling(name, own))]),
  );
  return { __path: Object.freeze(Object.assign(path, { sep: "/", delimiter: ":" })) };
}

/** Node refuses what is no text, too. @param {string} name @param {(...args: any[]) => unknown} own */
function calling(name, own) {
  return (/** @type {unknown[]} */ ...args) => {
    const isWrong = args.some((arg, at) => typeof arg !== "string" && (arg !== undefined || at === 0));
    if (isWrong) throw new TypeError(`path.${name} takes texts.`);
    return own(...args);
  };
}
