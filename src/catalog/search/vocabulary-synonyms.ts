// Single words: sets of near-equals (each stands for the others) and one-way readings (said: what the API may call it).
export const NEAR_EQUALS = `
picture photo pic image screenshot
email mail
ticket issue
`;
export const READINGS = `
tail: log
`;
