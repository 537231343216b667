/**
 * Caches prepared scripts. A model sends the same script repeatedly (a retry, the next page, every morning), and its isolate is
 * still warm: preparing it would take ten times as long as running it. Entries hold no state of a run and depend on the text alone,
 * so that all users can share them.
 */
import { preparationTurns } from "./preparation-turns.ts";
import { prepareScript as prepare, type GuestModule, type Prepared, type PreparedScript } from "./prepare.ts";
import type { Rewrite } from "./rewrite.ts";
import type { Language, Transpile } from "./source.ts";

/** UTF-16 length of all cached scripts. Each character takes some 60 bytes of tree and module, 230 after a position was mapped. */
const MAX_CACHED_CHARS = 131_072;
/** The length at which the shortest scripts count; `1 + 1` takes as much memory. */
const MIN_COUNTED_CHARS = 256;

/** The cached scripts, the least recently used first. */
const kept = new Map<string, { readonly prepared: Prepared; readonly length: number }>();
let keptLength = 0;

/**
 * Like `prepareScript` of prepare.ts, with the cache. All scripts of an isolate are prepared here, one after another; one that is cached does
 * not wait.
 * @param caller whoever asks, see `PreparationTurns`
 */
export async function prepareScript(
  code: string,
  language: Language | undefined,
  transpile: Transpile,
  packages: readonly string[] = [],
  rewrites: readonly Rewrite[] = [],
  caller = "",
): Promise<Prepared> {
  const key = JSON.stringify([language, packages, rewrites.map(({ name }) => name), code]);
  const known = cached(key);
  if (known) return known;
  const turn = preparationTurns.take(caller);
  if (turn !== undefined) {
    await turn;
    // The same script may have been prepared meanwhile.
    const meanwhile = cached(key);
    if (meanwhile) return meanwhile;
  }
  const prepared = await prepare(code, language, transpile, packages, rewrites);
  // Failures are not cached, because the transpiler may have failed.
  if (!prepared.ok || code.length > MAX_CACHED_CHARS) return prepared;
  const remembering = { ok: true, script: rememberModule(prepared.script) } as const;
  keep(key, remembering, Math.max(code.length, MIN_COUNTED_CHARS));
  return remembering;
}

function cached(key: string): Prepared | undefined {
  const known = kept.get(key);
  if (known === undefined) return undefined;
  kept.delete(key);
  kept.set(key, known);
  return known.prepared;
}

function keep(key: string, prepared: Prepared, length: number): void {
  // Two runs may have prepared the same script at once.
  forget(key);
  kept.set(key, { prepared, length });
  keptLength += length;
  for (const oldest of kept.keys()) {
    if (keptLength <= MAX_CACHED_CHARS) return;
    forget(oldest);
  }
}

function forget(key: string): void {
  const known = kept.get(key);
  if (known === undefined) return;
  kept.delete(key);
  keptLength -= known.length;
}

/** Caches the last module, which depends only on those offered names that the script mentions. */
function rememberModule(script: PreparedScript): PreparedScript {
  let last: { readonly names: string; readonly module: GuestModule } | undefined;
  return {
    ...script,
    toModule(offered) {
      const names = offered.filter((name) => script.mentions.has(name)).join(" ");
      if (last?.names !== names) last = { names, module: script.toModule(offered) };
      return last.module;
    },
  };
}
