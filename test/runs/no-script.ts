/** A script for hints that do not depend on one. */
import { parse } from "acorn";

export const NO_SCRIPT = { code: "", program: parse("", { ecmaVersion: "latest" }) };
