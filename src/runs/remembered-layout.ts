/**
 * The servers, tools and saved scripts that a script's imports mean (dialects/servers-layout): in a durable run those of the beginning, so that
 * its imports are rewritten to the same calls. What is not found ends the script before it runs, and is not remembered.
 */
import type { Found, LayoutServers } from "../../dialects/servers-layout/layout-servers.ts";
import type { Remember } from "./in-scope.ts";

export function rememberedLayout(layout: LayoutServers, remember: Remember): LayoutServers {
  /** @param find finds the identifier now @returns that of the beginning */
  const recall = (path: string, find: () => Found<{ readonly identifier: string }>) => {
    let now: Found<{ readonly identifier: string }> | undefined;
    const [identifier] =
      remember(path, () => {
        now = find();
        return now.ok ? [now.identifier] : undefined;
      }) ?? [];
    return identifier === undefined && now !== undefined ? now : { ok: true as const, identifier: identifier ?? "" };
  };
  return {
    version: layout.version,
    findSkill(name) {
      const skill = recall(`skills/${name}`, () => {
        const found = layout.findSkill(name);
        return found.ok ? { ok: true, identifier: found.name } : found;
      });
      return skill.ok ? { ok: true, name: skill.identifier } : skill;
    },
    findServer(name) {
      const findNow = () => layout.findServer(name);
      const server = recall(`servers/${name}`, () => {
        const found = findNow();
        return found.ok ? { ok: true, identifier: found.server.identifier } : found;
      });
      if (!server.ok) return server;
      const findTool = (tool: string) =>
        recall(`servers/${name}/${tool}`, () => {
          const found = findNow();
          return found.ok ? found.server.findTool(tool) : found;
        });
      return { ok: true, server: { identifier: server.identifier, findTool } };
    },
  };
}
