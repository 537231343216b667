/**
 * Scripts that were prepared before. A model sends the same script again and again (a retry, a page further, every
 * morning), and its isolate is still warm: preparing it would take ten times as long as running it. Nothing of a run is kept, and
 * what is kept depends on nothing but the text, so it does not matter whose it was.
 */
import { prepareScript as prepare } from "./prepare.ts";
import type { GuestModule, Language, Prepared, PreparedScript } from "./prepare.ts";
import type { Rewrite } from "./rewrite.ts";
import type { Transpile } from "./source.ts";

/** UTF-16 length of all scripts kept. Each character takes some 60 bytes of tree and module, 230 once a place was asked for. */
const MAX_LENGTH = 131_072;
/** What even `1 + 1` takes, in characters. */
const LEAST_LENGTH = 256;

/** Those longest not used first. */
const kept = new Map<string, { readonly prepared: Prepared; readonly length: number }>();
let keptLength = 0;

/** As `prepareScript` of prepare.ts. */
export async function prepareScript(
  code: string,
  language: Language | undefined,
  transpile: Transpile,
  packages: readonly string[] = [],
  rewrites: readonly Rewrite[] = [],
): Promise<Prepared> {
  const key = JSON.stringify([language, packages, rewrites.map(({ name }) => name), code]);
  const known = kept.get(key);
  if (known) {
    kept.delete(key);
    kept.set(key, known);
    return known.prepared;
  }
  const prepared = await prepare(code, language, transpile, packages, rewrites);
  // What could not be prepared may be a failure of the transpiler, and costs its author nothing to send again.
  if (!prepared.ok || code.length > MAX_LENGTH) return prepared;
  const remembering = { ok: true, script: rememberModule(prepared.script) } as const;
  keep(key, remembering, Math.max(code.length, LEAST_LENGTH));
  return remembering;
}

function keep(key: string, prepared: Prepared, length: number): void {
  // Two runs may have prepared the same script at once.
  forget(key);
  kept.set(key, { prepared, length });
  keptLength += length;
  for (const oldest of kept.keys()) {
    if (keptLength <= MAX_LENGTH) return;
    forget(oldest);
  }
}

function forget(key: string): void {
  const known = kept.get(key);
  if (known === undefined) return;
  kept.delete(key);
  keptLength -= known.length;
}

/** The module depends on what is offered only by the names that the script mentions; the last one is remembered. */
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
