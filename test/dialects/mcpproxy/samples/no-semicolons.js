const a = "x"
call_tool("modern", "echo", { text: a })
const b = [1, 2]
  .map(n => call_tool("modern", "add", { a: n, b: 0 }).result.sum)
let c = b.length
call_tool("modern", "echo", { text: a }).ok && c++
const list = () => call_tool("notes", "list-notes", {})
list()?.result?.notes?.map(n => n.id)
// => [1, 2, 3]
