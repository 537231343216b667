function* pages() {
  for (let page = 1; page < 4; page++) yield call_tool("modern", "add", { a: page, b: 0 }).result.sum;
  return "end";
}
const seen = [];
for (const page of pages()) {
  if (page > 2) break;
  seen.push(page);
}
const [first, second] = pages();
const it = pages();
[seen, first, second, [...pages()], it.next(), Array.from(pages(), (n) => n * 2), new Set(pages()).size];
// => [[1, 2], 1, 2, [1, 2, 3], {"value": 1, "done": false}, [2, 4, 6], 3]
