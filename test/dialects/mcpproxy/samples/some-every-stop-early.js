let asked = 0;
const is = (text, wanted) => (asked++, call_tool("modern", "echo", { text }).result === wanted);
[["a", "b", "c"].some((t) => is(t, "b")), ["a", "b", "c"].every((t) => is(t, "a")), asked];
// => [true, false, 4]
