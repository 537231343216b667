// Writes what was asked of tools (test/catalog/golden/asked.ts) to the glossary. Run it when sample requests change:
// `node scripts/asked-of-tools.mjs`.
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { askedOfTools } from "../test/catalog/golden/asked.ts";
import { root } from "./stack.mjs";
import { writeIfChanged } from "./write-if-changed.mjs";

const file = join(root, "src/catalog/search/glossary/asked.json");
writeIfChanged(file, Buffer.from(`${JSON.stringify(askedOfTools(), null, 2)}\n`));
