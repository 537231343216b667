/** Completion from the SDK: servers and built-in names, a server's tools, and the arguments of the call around the cursor. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { visibleText } from "../../lib/visible-text.ts";
import { signatureText } from "../parts/signature-text.ts";
import { MEMBERS, NAMES } from "./script-names.ts";
import { argumentsOf, toolsByServer } from "./sdk.ts";

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;

const WORD = /[\w$]*/;

export async function completeFromSdk(context: CompletionContext): Promise<CompletionResult | null> {
  const node = syntaxTree(context.state).resolveInner(context.pos, -1);
  if (/Comment/.test(node.name)) return null;
  if (/String/.test(node.name)) return null;
  const member = context.matchBefore(/[A-Za-z_$][\w$]*\.[\w$]*/);
  if (member) return membersOf(member.text, member.from);
  const called = callAround(node, context.state);
  const word = context.matchBefore(WORD);
  const from = word?.from ?? context.pos;
  if (called && isPropertyName(node)) {
    const options = (await argumentsOf(called.server, called.tool))
      .filter(({ name }) => !called.given.has(name))
      .map(({ name, type, description, isRequired }, index): Completion => {
        const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
        const info = description === "" ? {} : { info: visibleText(description) };
        return {
          label: visibleText(key),
          apply: `${key}: `,
          detail: visibleText(isRequired ? type : `${type} (optional)`),
          boost: -index,
          ...info,
        };
      });
    if (options.length > 0) return { from, options, validFor: WORD };
  }
  if (!context.explicit && from === context.pos) return null;
  const servers = [...(await toolsByServer())].map(([label, tools]): Completion => ({
    label,
    type: "namespace",
    detail: `${tools.length} tools`,
    boost: 1,
  }));
  return { from, options: [...servers, ...NAMES], validFor: WORD };
}

async function membersOf(text: string, from: number): Promise<CompletionResult | null> {
  const [name = ""] = text.split(".");
  const tools = (await toolsByServer()).get(name);
  const options = tools?.map(({ tool, signature, description }): Completion => ({
    label: tool,
    type: "method",
    info: () => toolPanel(signatureText(signature, description), description),
  }));
  const known = options ?? MEMBERS.get(name);
  return known ? { from: from + name.length + 1, options: known, validFor: WORD } : null;
}

/** Shows a tool's signature and description. */
function toolPanel(signature: string, description: string): HTMLElement {
  const panel = document.createElement("div");
  for (const [name, text] of Object.entries({ code: signature, p: description })) {
    if (text === "") continue;
    const part = document.createElement(name);
    part.textContent = visibleText(text);
    panel.append(part);
  }
  return panel;
}

interface Called {
  readonly server: string;
  readonly tool: string;
  /** Names of arguments that are already present. */
  readonly given: ReadonlySet<string>;
}

/** Finds the call `server.tool({ … })` whose argument object contains this position. */
function callAround(node: SyntaxNode, state: EditorState): Called | undefined {
  let object: SyntaxNode | null = node;
  while (object !== null && object.name !== "ObjectExpression") object = object.parent;
  const list = object?.parent;
  if (!object || list?.name !== "ArgList" || list.parent?.name !== "CallExpression") return undefined;
  const callee = list.parent.firstChild;
  if (callee?.name !== "MemberExpression") return undefined;
  const [server, tool, ...more] = state.sliceDoc(callee.from, callee.to).split(".");
  if (server === undefined || tool === undefined || more.length > 0) return undefined;
  const given = new Set<string>();
  for (let one = object.firstChild; one !== null; one = one.nextSibling) {
    const key = one.name === "Property" ? one.firstChild : null;
    // The name that is being typed is not already present.
    if (key !== null && !(key.from <= node.from && node.to <= key.to)) given.add(state.sliceDoc(key.from, key.to));
  }
  return { server, tool, given };
}

/** True between the braces or in a name, but not after a colon. */
function isPropertyName(node: SyntaxNode): boolean {
  if (node.name === "ObjectExpression" || node.name === "{" || node.name === ",") return true;
  return node.name === "PropertyDefinition" || (node.name === "⚠" && node.parent?.name === "Property");
}
