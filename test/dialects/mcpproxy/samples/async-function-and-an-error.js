var seen = {};
async function run() {
  seen.v = call_tool("modern", "echo", { text: "x" }).result;
}
run();
seen.none.x;
// !! RUNTIME_ERROR 6:11 of undefined
