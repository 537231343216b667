let calls = 0;
const t = (text) => (calls++, call_tool("modern", "echo", { text }).result);
[false && t("a"), t("") || t("b"), null ?? t("c"), true ? t("d") : t("e"), calls];
// => [false, "b", "c", "d", 4]
