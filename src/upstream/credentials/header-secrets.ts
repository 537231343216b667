/** The parts of a header that are secrets by themselves: an upstream may repeat the token alone, without the `Bearer` before it. Pure. */

/** Shorter parts may be ordinary words, such as the `english` of a cookie `lang`, which would then be replaced in every text. */
const MIN_PART_CHARS = 8;

/** @param value of a header whose name says that it is secret @returns the value itself where it has no parts */
export function secretParts(header: string, value: string): readonly string[] {
  const name = header.toLowerCase();
  if (name === "cookie") {
    const values = value.split(";").map((pair) => pair.slice(pair.indexOf("=") + 1).trim());
    return values.map((one) => one.replace(/^"(.*)"$/, "$1")).filter((one) => one.length >= MIN_PART_CHARS);
  }
  const credentials = /^[\w-]+ +([^ ].*)$/.exec(value)?.[1];
  if (credentials === undefined) return [value];
  const isCertain = name === "authorization" || name === "proxy-authorization";
  return isCertain || credentials.length >= MIN_PART_CHARS ? [credentials] : [value];
}
