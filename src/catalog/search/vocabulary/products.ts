// Products people name instead of the server that holds them: "in outlook" is said of a Microsoft 365 server. One line:
// words in a server's name, then products it is known for. A product counts as a softer mention than the name itself.

export const PRODUCTS = `
ms365 microsoft365 office365 m365 o365 microsoft msgraph graph: outlook onedrive sharepoint onenote planner excel powerpoint office teams microsoft msteams
google gsuite gworkspace: gmail gdrive gdocs gsheets google meet
atlassian jira confluence: jira confluence atlassian jql
aws amazon: s3 ec2 lambda dynamodb cloudwatch aws amazon rds sqs sns
azure: azure aks entra cosmosdb keyvault microsoft
gcp: gcp gke bigquery
cloudflare: cloudflare workers r2 d1 kv wrangler durable
digitalocean: digitalocean droplet droplets doks
github: github gh copilot dependabot codespace codespaces gist
gitlab: gitlab
firebase: firebase firestore crashlytics fcm
twilio: twilio sms
stripe: stripe
sentry: sentry
notion: notion
figma: figma
salesforce sfdc: salesforce apex soql lwc sfdc
mapbox: mapbox isochrone
monday: mondaycom
n8n: n8n
netlify: netlify
shopify: shopify liquid
elastic elasticsearch: elasticsearch kibana elastic
slack: slack
supabase: supabase
mongodb mongo: mongodb mongo
hubspot: hubspot
zendesk: zendesk
linear: linear
playwright: playwright
chrome puppeteer: chrome devtools
apify: apify actor actors
brave: brave
tavily: tavily
firecrawl: firecrawl
context7: context7
dbhub: dbhub sqlite
eslint: eslint
nx: nx monorepo
currents: currents
mobile: android iphone ios
`;
