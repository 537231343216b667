/** The warning above the upstream's words where a field of its form seems to ask for a secret. */
export const SECRET_ASKED = "The server asks for something that looks like a secret. What you enter is sent to it.";
