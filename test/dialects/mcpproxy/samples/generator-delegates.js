function* inner() {
  yield call_tool("modern", "echo", { text: "i" }).result;
}
function* outer() {
  yield "o";
  yield* inner();
  yield* ["x"];
}
const tree = {
  *[Symbol.iterator]() {
    yield* outer();
  },
};
[...tree];
// => ["o", "i", "x"]
