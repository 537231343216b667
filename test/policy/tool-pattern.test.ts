/** Names of tools in a policy, where the name of their server has dots. */
import { expect, it } from "vitest";
import { toolPattern } from "../../src/policy/values/tool-pattern.ts";

it.each([
  ["io_files.read", "io.files.read"],
  ["io_github_files.read_one", "io.github.files.read-one"],
  ["io_files.*", "io.files.read"],
  ["io.files.read", "io.files.read"],
  ["io.files.read_one", "io.files.read-one"],
])("%s restricts %s", (text, path) => {
  expect(toolPattern(text).matches(path)).toBe(true);
});

it.each([
  ["io_files.read", "io.files.write"],
  ["files.read", "io.files.read"],
])("%s does not restrict %s", (text, path) => {
  expect(toolPattern(text).matches(path)).toBe(false);
});

it("allows with the dots of the name alone, because they do not tell where the server's name ends", () => {
  expect(toolPattern("io_files.read").names("io.files.read")).toBe(false);
  expect(toolPattern("io.files.read").names("io.files.read")).toBe(true);
});
