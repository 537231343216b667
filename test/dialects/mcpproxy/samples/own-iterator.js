const cursor = {
  [Symbol.iterator]() {
    let page = 0;
    return {
      next() {
        page += 1;
        const r = call_tool("modern", "add", { a: page, b: 0 });
        return page > 2 ? { done: true } : { done: false, value: r.result.sum };
      },
    };
  },
};
const out = [];
for (const x of cursor) out.push(x);
[out, [...cursor]];
// => [[1, 2], [1, 2]]
