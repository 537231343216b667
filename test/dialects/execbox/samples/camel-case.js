// value: {"called":"get-document","args":{"documentId":"d1"}}
return await codemode.getDocument({ documentId: "d1" });
