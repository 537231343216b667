var total = 0;
function add(n) { total += n; }
function load() { return call_tool("notes", "list-notes", {}).ok ? 1 : 0; }
function load() { return call_tool("notes", "list-notes", {}).ok ? 20 : 0; }
var add = add;
function add(n) { total += n * 2; }
add(load());
total;
// => 40
