// Writes gateway.schema.json and policy.schema.json from the schemas that the gateway uses: `npm run schema`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { gatewayConfigSchema } from "../src/config/gateway-config.ts";
import { policySchema } from "../src/policy/document/document.ts";
import { root } from "./stack.mjs";

const schema = z.toJSONSchema(gatewayConfigSchema, { io: "input" });
writeFileSync(join(root, "gateway.schema.json"), `${JSON.stringify(schema, null, 2)}\n`);

const policy = z.toJSONSchema(policySchema, { io: "input" });
writeFileSync(join(root, "policy.schema.json"), `${JSON.stringify(policy, null, 2)}\n`);
