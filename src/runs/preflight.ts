/**
 * Refuses a script with a call that is certain to fail, before its first side effect: a call of a tool that does not exist, or with a
 * written-out argument object that misses a required key or has one the tool does not know. A call whose failure the script handles is
 * left alone. Only what the catalog knows is judged; a server that was never listed, or a schema that does not simply list properties, is left to the call itself.
 */
import { withheldReason, type Access } from "../auth/principal.ts";
import type { Catalog, ServerCatalog } from "../catalog/catalog.ts";
import { quote } from "../lib/shorten.ts";
import { keyProblems } from "../upstream/arguments/argument-keys.ts";
import { BODY, hasBodyAlias } from "../upstream/openapi/body-alias.ts";
import { takesRequests } from "../upstream/openapi/requested-call.ts";
import { nameMeant } from "../upstream/tool-table.ts";
import type { PlacedCall, RunError } from "../../worker-loader/index.ts";
import { absentTools, type MissingTools } from "../catalog/absent-tools.ts";
import { signatureOf, toolNotFound } from "../catalog/call-target.ts";
import { describeKeyProblems } from "../upstream/arguments/describe-keys.ts";

/** Tools that exist and are not in the catalog, with the caller's access, which tells why. */
export interface Withheld extends MissingTools {
  readonly access: Access;
}

export function preflight(calls: readonly PlacedCall[], catalog: Catalog, withheld: Withheld): RunError | undefined {
  for (const call of calls) {
    if (call.isHandled) continue;
    const server = catalog.servers.find(({ identifier }) => identifier === call.server);
    const wrong = server && judge(call, server, withheld);
    if (wrong) return { ...wrong, hint: "Nothing was called: the script was checked before it ran." };
  }
  return undefined;
}

function judge(
  call: PlacedCall,
  { identifier: server, table }: ServerCatalog,
  withheld: Withheld,
): RunError | undefined {
  const tool = table.find(call.tool);
  if (tool === undefined) {
    // A request by method and path; its call finds the operation.
    if (call.tool === "request" && takesRequests(table.tools)) return undefined;
    if (isWithheld(call, withheld)) {
      const message = withheldReason(withheld.access, `${server}.${call.tool}`);
      return { code: "POLICY_DENIED", message, ...call.place };
    }
    const { code, message } = toolNotFound(server, call.tool, table, absentTools(withheld, server));
    if (code === "QUARANTINED") return { code, message, server, tool: call.tool, ...call.place };
    const named = call.text === undefined ? undefined : table.find(call.text);
    if (named === undefined) return { code, message, ...call.place };
    const identifier = table.identifierOf(named);
    const byName = `${server} has no tool ${quote(call.tool)}. Write await ${server}.${identifier}({ … }). Signature: ${signatureOf(server, named, identifier)}`;
    return { code, message: byName, ...call.place };
  }
  if (call.argument === undefined) return undefined;
  const { keys, isComplete } = call.argument;
  // The call itself checks the properties of a body that is written as one argument.
  const isAlias = ({ name }: (typeof keys)[number]): boolean => name === BODY && hasBodyAlias(tool);
  const hasBody = keys.some(isAlias);
  const names = keys.filter((key) => !isAlias(key)).map(({ name }) => name);
  const wrong = keyProblems(tool, names, isComplete && !hasBody);
  if (wrong === undefined) return undefined;
  const identifier = table.identifierOf(tool);
  const message = `${server}.${identifier}: ${describeKeyProblems(wrong)} Signature: ${signatureOf(server, tool, identifier)}`;
  const place = keys.find(({ name }) => name === wrong.unknown[0]?.name)?.place;
  return { code: "INVALID_ARGS", message, ...(place ?? call.place) };
}

/** Compares the names that a script may use for the tool, as far as they are known without the server's list. */
function isWithheld({ server, tool }: PlacedCall, { tools }: Withheld): boolean {
  const names = tools.get(server) ?? [];
  return names.includes(tool) || nameMeant(tool, names) !== undefined;
}
