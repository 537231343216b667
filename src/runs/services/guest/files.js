// `files`: what scripts of one principal keep as files, from run to run. `store_files` is the same object, for a gateway whose upstream is
// called `files`. Bytes cross the boundary as base64, and a script gets them as Uint8Array: the extension exposes that class, so that
// the lockdown freezes it.

// Read before the script runs, which may replace the globals.
const Buffer = ArrayBuffer;
const Bytes = Uint8Array;

/** @param {import("../../../../worker-loader/guest/extension.js").Kit} kit */
export function extend({ ask, answer, onlyMembers }) {
  const files = onlyMembers("files", {
    /** @param {unknown} name @param {unknown} content */
    write: async (name, content) => ask("files.write", { name, ...encode(content) }),
    /** @param {unknown} name */
    read: (name) => answer("files.read", async () => decode(await ask("files.read", { name }))),
    /** @param {unknown} [prefix] */
    list: (prefix) => answer("files.list", () => ask("files.list", { prefix })),
    /** @param {unknown} name */
    delete: (name) => ask("files.delete", { name }),
  });
  return { files, store_files: files };
}

/** @param {unknown} content */
function encode(content) {
  if (typeof content === "string") return { text: content };
  if (Buffer.isView(content)) {
    return { base64: new Bytes(content.buffer, content.byteOffset, content.byteLength).toBase64() };
  }
  if (content instanceof Buffer) return { base64: new Bytes(content).toBase64() };
  if (content === undefined) throw new TypeError("files.write(name, content) takes a text, bytes or a value of JSON.");
  return { json: content };
}

/** @param {{ text?: string, json?: unknown, base64?: string } | null} file */
function decode(file) {
  if (file === null) return null;
  if (file.text !== undefined) return file.text;
  return file.base64 === undefined ? file.json : Bytes.fromBase64(file.base64);
}
