const order = [];
const t = (text) => {
  order.push(text);
  return call_tool("modern", "echo", { text }).result;
};
const value = t("a") + t("b") + [t("c"), { [t("d")]: t("e") }].length + (t("f"), t("g"));
[value, order.join("")];
// => ["ab2g", "abcdefg"]
