// Writes gateway.schema.json from the schema the gateway itself checks with: `npm run schema`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { gatewayConfigSchema } from "../src/config/gateway-config.ts";
import { root } from "./stack.mjs";

const schema = z.toJSONSchema(gatewayConfigSchema, { io: "input" });
writeFileSync(join(root, "gateway.schema.json"), `${JSON.stringify(schema, null, 2)}\n`);
