let calls = 0;
const made = [, "a", , "b"].map(
  function (text) {
    calls += 1;
    return call_tool("modern", "echo", { text: text + this.end }).result;
  },
  { end: "!" },
);
[calls, made.length, 0 in made, made[1], made[3]];
// => [2, 4, false, "a!", "b!"]
