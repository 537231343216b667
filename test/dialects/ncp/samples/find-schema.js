// value: {"required":["to","subject","body"],"optional":["cc","importance"],"type":"object"}
const [tool] = await ncp.find("send an email");
return {
  required: tool.parameters.filter((one) => one.required).map((one) => one.name),
  optional: tool.parameters.filter((one) => !one.required).map((one) => one.name),
  type: tool.schema.type,
};
