// error: {"code":"RUNTIME_ERROR","line":4,"says":"There is no fs.rename: fs has only readdir, readFile"}
import * as fs from "node:fs/promises";

await fs.rename("./workspace/a", "./workspace/b");
