// `for … in` lists what an object inherits, too: of the payload's properties, the envelope shows none there, and has all of them.
const all = call_tool("notes", "list-notes", { tag: "ops" });
const list = call_tool("modern", "list", {});
const names = [];
for (const name in all) names.push(name);
for (const name in call_tool("modern", "fail", {})) names.push(name);
Object.freeze(all.result);
all.own = 1;
for (const name in all) names.push(name);
[names, "notes" in all, all.hasOwnProperty("notes"), all.notes === all.result.notes, all + "", list.ok];
// => [["ok", "result", "ok", "error", "ok", "result", "own"], true, false, true, "[object Object]", false]
