// value: [["leads.csv"],"id,name\n1,Ada","ENOENT"]
import * as fs from "node:fs/promises";

await fs.mkdir("./workspace", { recursive: true });
await fs.writeFile("./workspace/leads.csv", "id,name\n1,Ada");
const saved = await fs.readFile("./workspace/leads.csv", "utf-8");
const names = await fs.readdir("./workspace");
await fs.unlink("./workspace/leads.csv");
const after: string = await fs.readFile("./workspace/leads.csv", "utf-8").catch((error) => error.message.slice(0, 6));
return [names, saved, after];
