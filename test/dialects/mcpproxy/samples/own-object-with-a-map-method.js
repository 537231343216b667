const box = {
  value: 3,
  map(f) {
    return { value: f(this.value) };
  },
};
box.map((n) => call_tool("modern", "add", { a: n, b: 1 }).result.sum);
// => {"value": 4}
