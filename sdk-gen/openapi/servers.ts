/** Reads the base URLs of a description, a path or an operation. The connector decides which of them it may call. */
import { isRecord } from "../is-record.ts";
import { stepsOfText } from "../steps-of-text.ts";
import { fieldsIn, listIn, textIn, type Description, type Fields } from "./description.ts";

const MAX_SERVERS = 50;
/** A long URL whose variables have long defaults is a URL of gigabytes. */
const MAX_URL_CHARS = 2_000;
const MAX_DEFAULT_CHARS = 500;

/** @returns URLs with variables replaced by their defaults; a variable without one stays `{name}` */
export function serverUrls(description: Description, holder: Fields): readonly string[] {
  return listIn(holder, "servers")
    .slice(0, MAX_SERVERS)
    .flatMap((server) => {
      const url = isRecord(server) ? textIn(server, "url") : "";
      if (!isRecord(server) || url === "" || url.length > MAX_URL_CHARS) return [];
      const variables = fieldsIn(server, "variables");
      const filled = url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
        const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
        const value = isRecord(variable) ? variable["default"] : undefined;
        return typeof value === "string" && value.length <= MAX_DEFAULT_CHARS ? value : whole;
      });
      description.spend(1 + stepsOfText(filled));
      return filled.length > MAX_URL_CHARS ? [] : [filled];
    });
}
