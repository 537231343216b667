// value: ["object","undefined"]
const tools = await codemode;
[typeof tools, typeof tools.then]
