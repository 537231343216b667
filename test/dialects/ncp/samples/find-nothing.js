// value: []
await ncp.find("order a pizza with extra cheese")
