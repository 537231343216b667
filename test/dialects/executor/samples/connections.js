// value: ["user","main","get_issue"]
const listed = await tools.executor.coreTools.connections.list({});
const { address, integration, owner, name } = listed.data.connections.find((one) => one.integration === "tracker");
const byAddress = await tools[`${address}.get_issue`]({ issue_id: "T-1" });
const bySegments = await tools[integration][owner][name].get_issue({ issue_id: "T-1" });
return [owner, name, byAddress.ok && bySegments.data.called];
