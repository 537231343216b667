/** Reads the base URLs of a description, a path or an operation. The connector decides which of them it may call. */
import { isRecord } from "../normalise.ts";
import { fieldsIn, listIn, textIn, type Fields } from "./description.ts";

const MAX_SERVERS = 50;

/** @returns URLs with variables replaced by their defaults; a variable without one stays `{name}` */
export function serverUrls(holder: Fields): readonly string[] {
  return listIn(holder, "servers")
    .slice(0, MAX_SERVERS)
    .flatMap((server) => {
      const url = isRecord(server) ? textIn(server, "url") : "";
      if (!isRecord(server) || url === "") return [];
      const variables = fieldsIn(server, "variables");
      return [
        url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
          const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
          const value = isRecord(variable) ? variable["default"] : undefined;
          return typeof value === "string" ? value : whole;
        }),
      ];
    });
}
