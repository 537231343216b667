const later = () => {
  call_tool("modern", "echo", { text: "x" });
  return Promise.resolve(7);
};
const p = later();
[p instanceof Promise, await p];
// => [true, 7]
