// Where a word stands in a request, and so how much it says: what follows the verb is the object ("book a MEETING with the
// design team on friday"), what follows a preposition is circumstance, what follows "that" or "saying" is content of the
// call. Rules of thumb for short English imperatives and questions; other languages are simply all object.

const CIRCUMSTANCE = new Set(
  "with for on about from to at into onto by via using between before after during since until as per through against within".split(
    " ",
  ),
);
const PART_OF = new Set(["of", "in", "inside", "under"]);
const CLAUSE = new Set(
  "that saying because so if when whenever while which who where called named titled telling asking regarding".split(
    " ",
  ),
);
const DETERMINERS = new Set(
  "the a an my our your his her their its this that these those all every each some any me us it them him".split(" "),
);

/** How much of a request a word is, by where it stands or what it is. Chosen like the weights of rank.ts. */
export const SHARES = {
  object: 1,
  partOf: 0.85,
  circumstance: 1,
  clause: 0.35,
  value: 0.35,
  verbWord: 0.75,
  plainVerb: 0.25,
  /** Words of a phrase, beside what the phrase means. */
  inPhrase: 0.22,
};

/** A share per word of the request. The first words are object whatever they are: "in notion, list the pages". */
export function shares(said: readonly string[], isStop: (word: string) => boolean): number[] {
  let current = SHARES.object;
  let contentSeen = 0;
  return said.map((word, i) => {
    if (contentSeen > 1 && CLAUSE.has(word) && i > 0) current = Math.min(current, SHARES.clause);
    else if (contentSeen > 1 && CIRCUMSTANCE.has(word)) current = Math.min(current, SHARES.circumstance);
    else if (contentSeen > 0 && PART_OF.has(word)) current = Math.min(current, SHARES.partOf);
    if (!isStop(word)) contentSeen++;
    return current;
  });
}

/** "star a repo", "protect the branch": a first word with a determiner after it is a verb, known or not. */
export function isImperative(said: readonly string[], first: number): boolean {
  return DETERMINERS.has(said[first + 1] ?? "");
}
