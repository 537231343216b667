// Names of members as a script writes them, for messages.

const { stringify } = JSON;

const MAX_SHOWN = 60;

/** @param {string} name @returns {string} as in `.name` or `["a name"]` */
export function memberOf(name) {
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) && name.length <= MAX_SHOWN) return `.${name}`;
  return /^\d{1,9}$/.test(name) ? `[${name}]` : `[${quoted(name)}]`;
}

/** @param {string} name */
export function quoted(name) {
  return stringify(name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name);
}
