/**
 * Refuses code that parses, before it runs: imports that are not allowed, because the engine would resolve some of them
 * (`cloudflare:workers`, `node:fs`) inside the isolate; exports; and Markdown that happens to parse.
 */
import type { RunError } from "../outcome.ts";
import type { Refusable } from "./names.ts";
import { positionAt, type Derived } from "../syntax/position.ts";
import { errorAt } from "../syntax/syntax-error.ts";

/** @param text the script as the user sent it, for the line in the hint */
export function refuseParts(
  parts: readonly Refusable[],
  { code, locate }: Derived,
  packages: readonly string[],
  text: string,
): RunError | undefined {
  const refused = parts.filter((part) => !isAllowed(part, packages));
  const [first] = refused.sort((one, other) => one.start - other.start);
  if (first === undefined) return undefined;
  const place = locate(positionAt(code, first.start));
  const codeOfError = first.kind === "import" ? "PACKAGE_NOT_ALLOWED" : "SYNTAX_ERROR";
  return errorAt(codeOfError, messageFor(first, packages), place, text);
}

function isAllowed(part: Refusable, packages: readonly string[]): boolean {
  return part.kind === "import" && part.specifier !== undefined && packages.includes(part.specifier);
}

const NPM_NAME = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/;
const ADD_IT =
  'An admin can add an npm package: install it where the gateway is built (npm install), list it in "packages" of gateway.json and build the gateway again. ';

const NODE_MODULES = new Set(
  `assert async_hooks buffer child_process cluster crypto dgram dns events http http2 https module net os perf_hooks process querystring
  readline stream string_decoder timers timers/promises tls tty url util v8 vm worker_threads zlib`.split(/\s+/),
);

function isNpmName(specifier: string | undefined): boolean {
  return specifier !== undefined && specifier.length <= 214 && NPM_NAME.test(specifier);
}

function messageFor(part: Refusable, packages: readonly string[]): string {
  switch (part.kind) {
    case "export":
      return "A script has no named exports: remove `export`, and end with the value, `return` it or `export default` it.";
    case "default class":
      return "A script cannot return a class: export a function, which is called, or a value.";
    case "fence":
      return "There is Markdown around the code: send the code alone, or in one closed code fence, without other text.";
    case "import.meta":
      return "import.meta is not available, because a script is not a file.";
    case "import": {
      const what = part.specifier === undefined ? "a computed name" : JSON.stringify(part.specifier);
      const others =
        packages.length === 0
          ? "no packages are available."
          : `only these packages are available: ${packages.join(", ")}.`;
      if (part.specifier !== undefined && NODE_MODULES.has(part.specifier.replace(/^node:/, ""))) {
        return `A script cannot import ${what}: it is a module of Node, and a script does not run in Node. Tools need no import: they are in scope as objects, one for each server. Files are kept with fs/promises.`;
      }
      return `A script cannot import ${what}: ${others} ${isNpmName(part.specifier) ? ADD_IT : ""}Tools need no import: they are in scope as objects, one for each server.`;
    }
  }
}
