/** The commands `packages list | withdraw`. */
import type { PackagesView } from "../../contract/packages.ts";
import { askAndPrint } from "../ask-and-print.ts";
import type { Cli } from "../cli.ts";
import type { Command } from "../command.ts";
import { removal } from "../removal.ts";
import { table } from "../table.ts";

export const packagesList: Command = {
  name: "packages list",
  summary: "List packages that scripts may import, and approvals that are still in force",
  examples: [{ line: "isogate packages list", why: "with the ids for isogate packages withdraw" }],
  run: (cli) => askAndPrint<PackagesView>(cli, "packages", {}, (view) => printed(view, cli)),
};

export const packagesWithdraw = removal({
  name: "packages withdraw",
  summary: "Withdraw an approval of a package; the next script that imports it needs approval again",
  positional: "ID",
  example: ["g_…", "isogate packages list shows the ids"],
  list: "packages/approved",
  done: (id) => `Withdrew the approval ${id}.`,
});

function printed({ packages, approved }: PackagesView, cli: Cli): string {
  if (packages.length === 0)
    return 'Scripts may import no packages; "packages" in gateway.json lists the allowed ones.\n';
  const rows = packages.map(({ name, version, require_approval }) => [
    name,
    version ?? "not bundled",
    require_approval ? "after a person's approval" : "every script",
  ]);
  const listed = table(["PACKAGE", "VERSION", "FOR"], rows, cli);
  if (approved.length === 0) return listed;
  const grants = approved.map(({ id, name, version, for: what, until, granted_at, is_current }) => [
    id,
    `${name}@${version}`,
    what === "minutes" ? `until ${until ?? ""}` : what,
    granted_at,
    is_current ? "" : "approved for a different build",
  ]);
  return `${listed}\n${table(["APPROVED", "PACKAGE", "FOR", "SINCE", ""], grants, cli)}`;
}
