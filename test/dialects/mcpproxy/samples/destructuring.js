const {
  ok,
  result: {
    notes: [first, ...others],
  },
  error = "none",
} = call_tool("notes", "list-notes", {});
let id;
({ id } = first);
[ok, id, others.length, error];
// => [true, 1, 2, "none"]
