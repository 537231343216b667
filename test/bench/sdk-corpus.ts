/**
 * The SDK over real catalogs: is it right (instances and mutants judged by ajv, then by tsc), how big is it (o200k), how
 * long does it take. `npm run bench -- sdk`; ISOGATE_CATALOGS names a directory with other catalogs than the
 * fixtures.
 */
import { readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { compile as compileJ2ts, type JSONSchema } from "json-schema-to-typescript";
import { assignIdentifiers, buildServerSdk, printDeclarations, printTools } from "../../sdk-gen/index.ts";
import { loadCatalogs, rawText, type Catalog } from "./catalogs.ts";
import { makeCases } from "./instances.ts";
import { typeCheck } from "./type-check.ts";

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const catalogs = loadCatalogs(process.env["ISOGATE_CATALOGS"]).filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
const servers = assignIdentifiers(catalogs.map((catalog) => catalog.name));
if (!process.argv.includes("--tokens")) reportCorrectness();
if (!process.argv.includes("--correctness")) await reportTokens();

function build(catalog: Catalog) {
  return buildServerSdk({
    name: catalog.name,
    identifier: servers.get(catalog.name) ?? "server",
    tools: catalog.tools,
  });
}

function reportCorrectness(): void {
  const rows: Record<string, number | string>[] = [];
  const samples: string[] = [];
  for (const catalog of catalogs) {
    const sdk = build(catalog);
    const lines = ["export {};"];
    const cases: { tool: string; part: "input" | "output"; valid: boolean; value: unknown }[] = [];
    let judged = 0;
    for (const [index, tool] of catalog.tools.entries()) {
      const identifier = sdk.tools[index]?.identifier ?? "";
      const type = `typeof ${sdk.identifier}[${JSON.stringify(identifier)}]`;
      for (const part of ["input", "output"] as const) {
        const made = makeCases(part === "input" ? tool.inputSchema : tool.outputSchema, index);
        if (part === "input" && made && made.valid.length > 0) judged++;
        for (const valid of [true, false]) {
          for (const value of (valid ? made?.valid : made?.invalid) ?? []) {
            const of = part === "input" ? `Parameters<${type}>[0]` : `Awaited<ReturnType<${type}>>`;
            lines.push(`{ const v: ${of} = ${JSON.stringify(value)}; }`);
            cases.push({ tool: tool.name, part, valid, value });
          }
        }
      }
    }
    const errors = typeCheck(
      new Map([
        ["sdk.d.ts", printDeclarations([sdk])],
        ["cases.ts", lines.join("\n")],
      ]),
    );
    const refused = new Map(
      errors.filter(({ file }) => file === "cases.ts").map(({ line, message }) => [line, message]),
    );
    const own = errors.filter(({ file }) => file !== "cases.ts");
    const count = (part: string, valid: boolean, isRefused: boolean) =>
      cases.filter((one, index) => one.part === part && one.valid === valid && refused.has(index + 2) === isRefused)
        .length;
    for (const { line, message } of own.slice(0, 3))
      samples.push(`${catalog.name}: declaration line ${line}: ${message}`);
    for (const [index, one] of cases.entries()) {
      const message = refused.get(index + 2);
      if (one.valid !== (message !== undefined)) continue;
      samples.push(
        `${catalog.name}/${one.tool} ${one.part} ${message ?? "accepts"}: ${JSON.stringify(one.value).slice(0, 300)}`,
      );
    }
    rows.push({
      catalog: catalog.name,
      tools: catalog.tools.length,
      judged,
      "required lost": catalog.tools.filter((tool, index) => losesRequired(tool, sdk.tools[index]?.signature ?? ""))
        .length,
      "tsc errors": own.length,
      valid: count("input", true, true) + count("input", true, false),
      "valid rejected": count("input", true, true),
      invalid: count("input", false, true) + count("input", false, false),
      "invalid accepted": count("input", false, false),
      results: count("output", true, true) + count("output", true, false),
      "results rejected": count("output", true, true),
      "wrong results accepted": count("output", false, false),
    });
  }
  const sum: Record<string, number | string> = {};
  for (const row of rows) {
    for (const [key, value] of Object.entries(row)) {
      sum[key] = typeof value === "number" ? Number(sum[key] ?? 0) + value : "all";
    }
  }
  printTable([...rows, sum]);
  const shown = process.argv.includes("--all") ? samples : samples.slice(0, 40);
  console.log(shown.join("\n"));
}

/** a required argument of the root must stand in the signature itself, without a question mark */
function losesRequired({ inputSchema }: Catalog["tools"][number], signature: string): boolean {
  const required = (inputSchema as { required?: unknown } | undefined)?.required;
  if (!Array.isArray(required)) return false;
  return required.some((name) => ![`${name}:`, `${JSON.stringify(name)}:`].some((text) => signature.includes(text)));
}

async function reportTokens(): Promise<void> {
  const codemode = await loadCodemode();
  const names = ["codemode", "j2ts lean", "names", "bare", "signatures", "full"] as const;
  const shares = names.map((): number[] => []);
  const rows: Record<string, number | string>[] = [];
  let buildMs = 0;
  let printMs = 0;
  for (const catalog of catalogs) {
    const start = performance.now();
    const sdk = build(catalog);
    const built = performance.now();
    const identifiers = sdk.tools.map((tool) => tool.identifier);
    const texts = (["names", "signatures", "full"] as const).map((detail) => printTools(sdk, identifiers, detail));
    printMs += performance.now() - built;
    buildMs += built - start;
    const [nameText = "", signatures = "", full = ""] = texts;
    const bare = [...sdk.declarations.values(), ...sdk.tools.map((tool) => tool.signature)].join("\n");
    const raw = tokens(rawText(catalog));
    const peers = process.argv.includes("--no-peers") ? ["", ""] : [codemode(catalog), await lean(catalog)];
    const row: Record<string, number | string> = { catalog: catalog.name, raw };
    for (const [index, text] of [...peers, nameText, bare, signatures, full].entries()) {
      const share = (100 * tokens(text)) / raw;
      shares[index]?.push(share);
      row[`${names[index] ?? ""} %`] = share.toFixed(1);
    }
    rows.push(row);
  }
  const medians: Record<string, number | string> = { catalog: "median", raw: "" };
  for (const [index, name] of names.entries()) medians[`${name} %`] = median(shares[index] ?? []).toFixed(1);
  printTable([...rows, medians]);
  console.log(`all catalogs: build ${Math.round(buildMs)} ms, print three levels ${Math.round(printMs)} ms`);
}

function tokens(text: string): number {
  return encode(text, { disallowedSpecial: new Set() }).length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

function printTable(rows: readonly Record<string, number | string>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => String(row[column] ?? "").length)),
  );
  const print = (cells: readonly string[]) =>
    console.log(
      cells
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join("  "),
    );
  print(columns);
  for (const row of rows) print(columns.map((column) => String(row[column] ?? "")));
}

type Generate = (tools: Readonly<Record<string, unknown>>) => string;

/** the package's entry needs a Worker; the generator itself is in a chunk of its own */
async function loadCodemode(): Promise<(catalog: Catalog) => string> {
  const folder = new URL("../../node_modules/@cloudflare/codemode/dist/", import.meta.url);
  const chunk = readdirSync(fileURLToPath(folder)).find((file) => /^json-schema-types-.*\.js$/.test(file));
  const module = (await import(pathToFileURL(fileURLToPath(new URL(chunk ?? "", folder))).href)) as Record<
    string,
    unknown
  >;
  const generate = Object.values(module).find(
    (value): value is Generate => typeof value === "function" && value.name === "generateTypesFromJsonSchema",
  );
  if (!generate) throw new Error("@cloudflare/codemode has moved its generator");
  return (catalog) => generate(Object.fromEntries(catalog.tools.map((tool) => [tool.name, tool])));
}

async function lean(catalog: Catalog): Promise<string> {
  const parts: string[] = [];
  for (const { name, description, inputSchema, outputSchema } of catalog.tools) {
    const pascal = name.replace(/(?:^|[^A-Za-z0-9]+)(.)/g, (_, first: string) => first.toUpperCase());
    const print = async (schema: unknown, suffix: string) => {
      const options = {
        bannerComment: "",
        additionalProperties: false,
        ignoreMinAndMaxItems: true,
      } as const;
      try {
        return await compileJ2ts(
          { ...(structuredClone(schema) as JSONSchema), title: "" },
          `${pascal}${suffix}`,
          options,
        );
      } catch {
        return "";
      }
    };
    parts.push(await print(inputSchema ?? {}, "Input"));
    if (outputSchema !== undefined) parts.push(await print(outputSchema, "Output"));
    parts.push(
      `/** ${description ?? ""} */\ndeclare function ${name.replace(/\W/g, "_")}(input: ${pascal}Input): Promise<${outputSchema === undefined ? "unknown" : `${pascal}Output`}>;`,
    );
  }
  return parts.join("\n");
}
