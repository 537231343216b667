// like: {"path":"gmail.redeem_invitation","name":"redeem_invitation","description":"Redeem an invitation","integration":"gmail"}
const { items } = await tools.search({ query: "redeem an invitation", limit: 1 });
return items[0];
