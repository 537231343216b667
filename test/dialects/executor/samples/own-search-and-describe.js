// value: ["gmail.send_email",true,true,["water_plants"]]
const found = await tools.search("send an email", { limit: 1 });
const text = await tools.describe("gmail.send_email");
return [found[0].path, Array.isArray(found), text.includes("send_email("), await tools.list("my_garden_B_ro")];
