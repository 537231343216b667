<!-- written for a sloppy engine
function pick(value, value) { return value; }
var package = { public: 017, interface: "\101\102" };
var { public } = package;
outer: function named() { return static; }
var static = call_tool("notes", "list-notes", {}).ok;
let removed = delete public;
({ picked: pick(1, 2), public, text: package.interface, static: named(), removed })
// => {"picked":2,"public":15,"text":"AB","static":true,"removed":false}
