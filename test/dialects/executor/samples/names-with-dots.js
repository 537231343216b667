// value: ["share.file","get-document","water_plants"]
const shared = await tools.google_drive.share.file({ file_id: "f", emails: ["a@example.com"] });
const read = await tools["google-drive"].getDocument({ documentId: "d" });
const watered = await tools["my garden/Büro"].water_plants({});
return [shared.data.called, read.data.called, watered.data.called];
