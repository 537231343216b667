/**
 * An extension adds names to the scope of a script: functions of the embedder, or those that scripts written for another system
 * expect. Its modules run inside the guest's isolate with the authority of the harness, so they have to be the embedder's own
 * code, given as text, and must not depend on a script or an upstream.
 */
export interface GuestExtension {
  /** Names it adds to the scope. They take precedence over the built-in names of the loader; a server of the same name keeps it. */
  readonly names: readonly string[];
  /** Built-in classes whose instances it returns to scripts (`Response`), so that the lockdown freezes them, too. */
  readonly exposes?: readonly string[];
  /** Key of the module in `modules` that exports `extend(kit)`; see guest/extension.js. */
  readonly main: string;
  /** ES modules by name, `folder/file.js`; they can import one another by relative paths, and nothing else. */
  readonly modules: Readonly<Record<string, string>>;
}
