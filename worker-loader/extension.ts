/**
 * What an embedder adds to the scope of a script: functions of its own, or those that scripts written for another system
 * expect. An extension's modules run inside the guest's isolate with the authority of the harness, so they are the embedder's own
 * code, given as text, and never depend on a script or an upstream.
 */
export interface GuestExtension {
  /** What it adds. A name that is a server's, or the loader's own, means the extension's. */
  readonly names: readonly string[];
  /** Built-in classes of which it hands out objects (`Response`), so that they are locked for the script, too. */
  readonly exposes?: readonly string[];
  /** Key of the module in `modules` that exports `extend(kit)`; see guest/extension.js. */
  readonly main: string;
  /** ES modules by name, `folder/file.js`; they can import one another by relative paths, and nothing else. */
  readonly modules: Readonly<Record<string, string>>;
}
