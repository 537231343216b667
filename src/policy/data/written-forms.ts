/**
 * The forms in which a value that was sent stands in an answer: the gateway names the address that it asked, in which a value is
 * percent-encoded, and upstreams repeat values in lower case or as JSON inside a text.
 */

/** @returns the value and its other forms, each once */
export function writtenForms(value: string): readonly string[] {
  const wellFormed = value.toWellFormed();
  const percent = encodeURIComponent(wellFormed);
  const inForm = new URLSearchParams([["", wellFormed]]).toString().slice(1);
  const encoded = [percent, percent.replaceAll(/[!'()*]/g, percentOf), inForm];
  const lowerCase = encoded.map((text) => text.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
  const inJson = JSON.stringify(value).slice(1, -1);
  return [...new Set([value, value.toLowerCase(), value.toUpperCase(), inJson, ...encoded, ...lowerCase])];
}

function percentOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
