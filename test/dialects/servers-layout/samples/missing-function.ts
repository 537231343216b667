// error: {"code":"RUNTIME_ERROR","line":4,"says":"fs/promises has no rename here: only readdir, readFile"}
import * as fs from "node:fs/promises";

await fs.rename("./workspace/a", "./workspace/b");
