/** Keys of a server entry whose texts may name a secret, which is put in their place; a description or a schema in the entry itself is data. */
export const TEMPLATES = ["url", "base_url", "spec", "headers", "query", "auth"];
