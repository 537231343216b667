// value: 2
const found = await ncp.find({ description: "email", limit: 2 });
found.length
