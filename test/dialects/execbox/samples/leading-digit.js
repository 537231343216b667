// value: ["1st-page","1st-page"]
const viaMcp = JSON.parse((await mcp._1st_page({})).content[0].text).called;
const viaCodemode = (await codemode["1st-page"]({})).called;
[viaMcp, viaCodemode]
