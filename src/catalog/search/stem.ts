/**
 * A light stemmer for plurals, -ing and -ed. Porter's is too strong: it maps organization and organ, general and generate,
 * policy and police, community and communication to one stem, and API vocabularies have both of each. Less related words (deploy,
 * deployment) are connected by `root` at query time, with a lower weight.
 */

/** @param unchanged words that stay as they are: nouns in -ing that APIs tell from the verb, singular words in -s */
export function stem(word: string, unchanged: ReadonlySet<string>): string {
  if (word.length < 4 || unchanged.has(word)) return word;
  let form = singular(word);
  if (unchanged.has(form)) return form;
  if (form.endsWith("ing") && form.length > 5) form = bare(form.slice(0, -3));
  else if (form.endsWith("ied") && form.length > 4) form = `${form.slice(0, -3)}y`;
  else if (form.endsWith("ed") && form.length > 4 && !form.endsWith("eed")) form = bare(form.slice(0, -2));
  // A final e is removed last, so that "deleting", "deleted" and "delete" get one stem whatever `bare` returned.
  if (form.length > 4 && form.endsWith("e")) form = form.slice(0, -1);
  return form.length > 3 && form.endsWith("i") ? `${form.slice(0, -1)}y` : form;
}

function singular(word: string): string {
  if (!word.endsWith("s") || word.endsWith("ss")) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/u.test(word)) return word.slice(0, -2);
  if (word.endsWith("uses") && word.length > 5) return word.slice(0, -2);
  if (word.endsWith("us") || word.endsWith("is")) return word;
  return word.slice(0, -1);
}

/** Removes the doubled consonant of "stopping", "planned". */
function bare(stump: string): string {
  if (stump.length < 3 || !/[aeiouy]/u.test(stump)) return `${stump}e`;
  return /([bdgmnprt])\1$/u.test(stump) ? stump.slice(0, -1) : stump;
}

const DERIVED =
  /(?:ifications?|izations?|ations?|itions?|utions?|ions?|ments?|ances?|ences?|ers?|ors?|ability|able|ible|ives?|ity|ness|ally|ly|al|ate|ify|iz|at|e|y)$/u;

/** The family of a stem: deploy/deployment, notify/notification, authenticate/authentication. At least 4 letters stay. */
export function root(stemmed: string): string {
  const cut = stemmed.replace(DERIVED, "");
  return cut.length >= 4 ? cut : stemmed;
}
