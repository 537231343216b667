/**
 * Reads `in: querystring` of OpenAPI 3.2, one schema for the whole query. As a form whose fields have names it is as many parameters of the
 * query; any other text cannot be sent.
 */
import { contentIn, fieldsIn, type Description, type Fields } from "./description.ts";
import { flattenObject } from "./flatten.ts";

const FORM = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** @returns a parameter object for each field, with its name; undefined where it is no form with fields of known names */
export function queryFields(
  description: Description,
  parameter: Fields,
): readonly (readonly [name: string, fields: Fields])[] | undefined {
  const [type, media] = Object.entries(contentIn(description, parameter))[0] ?? [];
  if (type === undefined || media === undefined || !FORM.test(type)) return undefined;
  const flat = flattenObject(description, media["schema"]);
  if (flat === undefined) return undefined;
  const encodings = fieldsIn(media, "encoding");
  const isRequired = parameter["required"] === true;
  return [...flat.properties].map(([name, schema]) => {
    const encoding = Object.hasOwn(encodings, name) ? fieldsIn(encodings, name) : {};
    // An object is JSON where no style is given, as in a form.
    const isJson = encoding["style"] === undefined && description.follow(schema)?.["type"] === "object";
    return [
      name,
      {
        ...encoding,
        ...(isJson ? { content: { "application/json": { schema } } } : { schema }),
        required: isRequired && flat.required.has(name),
      },
    ];
  });
}
