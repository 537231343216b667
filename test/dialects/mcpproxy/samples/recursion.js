function down(n) {
  if (n === 0) return [];
  return [call_tool("modern", "echo", { text: String(n) }).result, ...down(n - 1)];
}
down(3);
// => [3, 2, 1]
