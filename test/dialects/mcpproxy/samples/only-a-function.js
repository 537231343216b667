function main({ who }) {
  return call_tool("modern", "echo", { text: `hi ${who}` }).result;
}
// input {"who": "you"}
// => "hi you"
