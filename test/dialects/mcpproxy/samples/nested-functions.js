function outer(a) {
  function inner(b) {
    return call_tool("modern", "add", { a, b }).result.sum;
  }
  return inner(a) + inner(1);
}
outer(2);
// => 7
