// value: ["share.file","1st-page"]
import { "share.file" as share } from "./servers/google-drive";
import { "1st-page" as firstPage } from "./servers/docs";
[(await share({ file_id: "f", emails: ["a"] })).called, (await firstPage({})).called]
