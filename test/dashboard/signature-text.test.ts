/** A signature beside its description does not say the description a second time. */
import { expect, it } from "vitest";
import { signatureText } from "../../src/dashboard/parts/signature-text.ts";

it.each([
  { given: "a.b() // Lists notes", of: "Lists notes. All of them.", want: "a.b()" },
  { given: "a.b() // Lists\n", of: "Lists  \n notes", want: "a.b()" },
  { given: "a.b() // Lists no…", of: "Lists notes", want: "a.b()" },
  { given: "a.b() // …", of: "anything", want: "a.b()" },
  { given: "a.b() // observed", of: "Lists notes", want: "a.b() // observed" },
  { given: "type T={a:1}\na.b(a:T)", of: "Lists notes", want: "type T={a:1}\na.b(a:T)" },
  { given: "a.b() // Lists\ntype T={a:1}", of: "Lists notes", want: "a.b() // Lists\ntype T={a:1}" },
])("$given", ({ given, of, want }) => {
  expect(signatureText(given, of)).toBe(want);
});
