const xs = ["a", "b", "b", "c"];
const isB = (text) => call_tool("modern", "echo", { text }).result === "b";
[xs.find(isB), xs.findIndex(isB), xs.findLast(isB), xs.findLastIndex(isB), xs.find((x) => isB(x + "!")) === undefined];
// => ["b", 1, "b", 2, true]
