/** Services of the gateway that change nothing: a script may ask them again. All others may have an effect, as a saved script or a stored value has. */
export const READ_ONLY_SERVICES: ReadonlySet<string> = new Set([
  ...["tools.search", "tools.describe", "tools.list", "progress", "results.read", "store.get", "store.keys"],
  ...["runs.list", "runs.get", "scripts.list", "schedule.get", "schedule.retrieve", "schedule.list"],
  ...["schedule.validate", "schedule.executions"],
  ...["files.read", "files.list", "files.fs-read", "files.fs-readdir", "files.fs-tool"],
  // It only says whether there is a folder; the run remembers those that it has made.
  "files.fs-mkdir",
  ...["ncp.find", "ncp.plan", "codemode-mcp.ask", "execbox.find", "codemode.search", "codemode.describe"],
  ...["executor.find", "executor.search", "executor.describe", "executor.sources", "executor.connections"],
  // It only names the call that a request becomes; the script makes the call.
  ...["codemode.request", "codemode.spec"],
]);
