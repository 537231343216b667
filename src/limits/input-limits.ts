/**
 * Limits on what an upstream asks a person during a call (elicitation). A person has to be able to read it, and it is stored until somebody
 * answers.
 */

/** Times that one call may ask, each after the answer before. An upstream could otherwise ask without end. */
export const MAX_INPUT_ROUNDS = 4;
/** Requests that one answer of an upstream may hold; they are shown as one form. */
export const MAX_INPUT_REQUESTS = 5;
export const MAX_INPUT_FIELDS = 20;
export const MAX_INPUT_CHOICES = 100;
/** Messages, their parts, stop sequences, hints or roots in a request to a client itself, or in its answer. */
export const MAX_CLIENT_ITEMS = 1_000;
/** UTF-16 length of the upstream's message to the person; the rest is not shown. */
export const MAX_INPUT_MESSAGE_CHARS = 2_000;
/** UTF-16 length of a field's name, title or choice. */
export const MAX_INPUT_NAME_CHARS = 100;
export const MAX_INPUT_DESCRIPTION_CHARS = 500;
/** UTF-16 length of a page's address that a person is asked to open. */
export const MAX_INPUT_URL_CHARS = 2_048;
/** Pages in the failure of a call that an upstream answers after a person has opened them; the others are not shown. */
export const MAX_ASKED_PAGES = 3;
/** UTF-16 length of a text that a person enters. */
export const MAX_INPUT_TEXT_CHARS = 10_000;
/** UTF-16 length of all requests of one answer, as JSON text, of the form that is made of them, and of the answer of a client itself. */
export const MAX_INPUT_CHARS = 65_536;
/** UTF-16 length of the upstream's own state, which is stored and sent back with the answer. */
export const MAX_REQUEST_STATE_CHARS = 65_536;
/** Time between two requests of a call whose upstream wants only to be asked again, in milliseconds. */
export const ASK_AGAIN_AFTER_MS = 500;
