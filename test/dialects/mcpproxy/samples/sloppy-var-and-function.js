var f = 1;
function f() { return 2; }
var g;
function g() { return call_tool("notes", "list-notes", {}).ok; }
var f;
[typeof f, typeof g, g()];
// => ["number","function",true]
