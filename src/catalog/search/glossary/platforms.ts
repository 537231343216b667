// Cloud platforms by resource, telephony accounts, CRM development, automation, data stores and browsers. Syntax: see glossary.ts.

export const PLATFORMS = `
azure aks: kubernetes cluster nodes k8s containers
azure datadog: monitoring agent observability
azure managedlustre: hpc file system fast parallel
azure deploy: ship pipeline plan architecture bicep
azure deviceregistry: iot devices assets namespace
azure eventgrid: events topics subscribe publish
azure eventhub: stream ingestion consumer events
azure acr: docker images registry repositories container
azure cloudarchitect: design solution architecture plan requirements
azure communication: sms email send text
azure containerapps: serverless container microservice
azure fileshares: smb nfs network share files
azure kusto: data explorer kql logs analytics adx
azure redis: cache memory
azure search: cognitive ai index vector knowledge
azure servicebus: queue topic message broker
azure servicefabric: microservices cluster nodes
azure signalr: realtime websocket push
azure virtualdesktop: remote desktop hosts sessions windows
azure wellarchitectedframework: best practices guidance reliability pillars review
azure workbooks: dashboard report visual
azure monitor: logs metrics activity alerts changed who query health
azure advisor: recommendations save cost improve
azure applens: diagnose problem troubleshoot wrong
azure appservice: web app website hosting
azure appconfig: settings feature flags key values
azure applicationinsights: telemetry traces performance code
azure authorization | azure role: rbac permissions who access assignment
azure keyvault: secret password key certificate store
azure sql: database server firewall
azure postgre | azure mysql: database server query table
azure cosmos: nosql database document container
azure storage: blob account container file table upload
azure compute: virtual machine vm disk size server
azure functionapp: serverless function
azure grafana: dashboards
azure loadtesting | azure load testing: stress performance simulate users traffic
azure policy: compliance rules assignments
azure pricing: cost price how much expensive
azure quota: limit capacity available region cores
azure subscription: account billing list
azure group | azure resource group: resources contained container
azure resourcehealth: outage available down healthy incident
azure speech: transcribe audio voice spoken synthesize text
azure foundry: ai model openai deploy agent gpt
azure marketplace: offers products
azure confidentialledger: tamper proof record audit
azure backup: restore vault recovery protect
azure migrate | azure azuremigrate: landing zone move onpremises
azure terraform: infrastructure code iac
azure bicep: template schema infrastructure code
azure documentation: docs learn how
d1 database: sql sqlite serverless table
d1 query: sql select rows ask
kv: key value store namespace cache
kv get: read value lookup
kv put: save write store value
kv list: keys names
r2 bucket: object storage files s3
r2 object: file upload download stored
durable object: stateful namespace class
queue: messages background jobs consumer
worker: script serverless edge code deploy
worker get | worker list: scripts deployed code
cron trigger | cron: schedule periodically hourly nightly timed
secret put: password set hide key
ai model: llm available catalog inference
ai inference | ai text: llm prompt generate answer chat
workflow: orchestration durable steps instance
dispatch namespace: multi tenant platform customers
zone: domain website site dns
zones list: domains websites sites own
route: url pattern worker path
version list: deployments history releases uploaded
rollback: previous version undo back broken
hyperdrive: database connection pool speed
vectorize | vector index: embedding similarity semantic
analytics: requests traffic errors numbers
custom domain: own address hostname brand
tail | logs: live realtime errors output stream
apps: deploy platform hosted site web application
apps deployment: deploy release history build
apps log: output error console crash
apps create: deploy host publish website new
apps delete: remove take down site
apps restart: reboot bounce hang
apps usage | apps bandwidth: cpu memory traffic consumption metrics
apps alert: notify warn crash
database cluster: postgres mysql redis managed db
database user: login password account db
database pool: connections pgbouncer
database replica: read copy scale
database firewall: trusted sources allow ip
database config: tuning settings parameters
database resize: bigger more storage cpu plan
database backup: restore points saved
database topic: kafka stream messages
database option: engines versions available
doks | kubernetes cluster: k8s containers nodes managed
node pool: workers machines nodes scale kubernetes
kubeconfig: kubectl connect credentials config access
action: operation progress finished status event long
action list: operations happened events history
image action: transfer convert copy
image update: rename description
image delete: remove snapshot old
key delete: remove ssh old laptop
key list: ssh public registered
invoice: bill pdf charges month
balance: owe money account credit
billing history: payments charges past invoices
cdn: cache edge faster static endpoint
cdn flush | flush cache: purge clear stale old content
certificate: ssl https tls encrypt secure
uptimecheck get state: site website up online right now moment
uptime check | uptimecheck: monitor website reachable ping down online
uptimecheck state: reachable right down
alert policy | uptime alert: notify warn email slack threshold cpu
spaces key: object storage access s3 credentials
genai agent | agent: chatbot ai assistant bot
knowledge base: documents data source rag train
volume: disk storage block attach drive extra space
volume attach: mount connect disk server
volume detach: unmount disconnect disk
volume resize: bigger grow disk space
nfs: shared file storage network
autoscale: automatically add servers load group
account info: email limit status
byoip: own addresses prefix
function namespace: serverless faas
account: subaccount customer tenant profile
create account: subaccount new sub customer separate
list account | fetch account: subaccounts details status
update account: suspend close reopen rename
address: street postal regulatory location company
application: twiml voice url settings webhook
connect app | authorized connect app: third party permitted access
call recording create | create call recording: start taping record
call recording update: pause resume stop taping
call feedback: quality rating stars
dependent phone number: address which numbers use
incoming phone number assigned add on: extras caller name lookup
incoming phone number local: geographic city own
incoming phone number mobile: cell own
incoming phone number toll free: 800 free own
key: api credential secret access
create key: new api credential generate
signing key: jwt token credential
message media: picture photo attachment mms image sent
delete media: remove picture photo
message feedback: confirm received outcome
outgoing caller id: verified number shown
outgoing caller id delete: remove verified
participant create: add person dial join call conference
participant update: mute unmute hold announce
participant delete: kick remove hang conference
participant list: who on conference
conference update: end finish announce
conference recording: audio tape group call
payments: card credit pay phone take collect dtmf
short code: five digit sms number
sip credential: username password login phone
sip ip access | ip access control: allowed addresses trunk phone system
sip domain: pbx phone system address
siprec: record stream session fork audio
stream: audio live websocket media fork
create stream: start audio live transcription listen
update stream: stop audio
transcription: text written words voicemail spoken
token: turn ice nat video stun temporary
usage record: spent cost used billing consumption month
usage record daily: per day
usage record monthly: per month
usage record today: so far
usage trigger: alert limit spend warn threshold exceeded
balance fetch: money left credit account funds
notification: error warning log problem
queue: waiting hold line callers
queue list: lines waiting average
user defined message: custom data call sdk
available add on: extensions marketplace lookup
lwc: lightning component web frontend
lwc jest: unit tests component javascript
lds: data service records wire cache
slds: design system styling css blueprint
apex: class code trigger backend
apex test: unit tests run coverage
apex antipattern: performance slow bad code review
permission set: access rights assign grant user
org: environment instance sandbox scratch account
org list: environments connected logged which
open org: browser login launch
scratch org: temporary test environment new
org snapshot: copy image save state
delete org: remove scratch sandbox throw
soql: query records ask data select accounts opportunities leads contacts cases list all rows employees deals
deploy metadata | deploy: push changes send code org
retrieve metadata: pull download fetch source local
devops center: release work item pipeline changes
work item: ticket task change devops
merge conflict: clash resolve both changed
promote: next stage move release pipeline
code analyzer: lint scan rules violations quality
custom rule: pmd xpath own lint
lightning type: custom ui agent
mobile lwc: barcode camera scanner native phone
workflow create | create workflow: automation build new flow
workflow update: change edit automation steps nodes
workflow activate | publish workflow: turn live enable
workflow deactivate | unpublish workflow: turn off disable
workflow execute | test workflow: run try trigger start
workflow get: show details automation
workflow list | search workflow: automations find which
workflow history | workflow version: older previous revert restore
execution: run history result failed past log
node type | search node | get node: integration connector step app available
validate workflow | validate node: check errors correct before
credential: login password connection account api
datatable | data table: rows store spreadsheet records
folder: group organize directory
instance audit: security risks check
health check: alive running version reachable
template: ready-made example prebuilt starting copy
project: workspace team folder
dataset: scraped results rows output items data
dataset item: rows results scraped json csv export output
key value store: screenshot output record file html
key value record: value saved stored file
actor: scraper crawler bot automation
actor run: status finished progress started result scraper
actor log: output crashed errors
call actor: run start scraper launch
search actor: find scraper tool store
fetch actor details: input schema price readme
scrape: page content text markdown read grab website
crawl: whole site all pages every
crawl status: progress finished done how far
map site | firecrawl map: urls links list discover sitemap
extract: structured fields json data pull out
batch scrape: many urls several pages
deep research | research: investigate report topic sources thorough
agent: autonomous find gather browse itself
monitor: watch changes page notify regularly
monitor delete: stop watching remove
monitor check: history found changes last results
parse: pdf docx document file text local
credit usage: left remaining quota tokens spent
interact: click fill page browser session
feedback: rate complain good bad improvement
image search: pictures photos find
video search: clips youtube find
news search: headlines latest recent happening articles
local search: nearby restaurants shops businesses places around
web search: internet google look online find
llm context: grounding snippets answer text
summarizer: summary answer short overview
place search: poi restaurants business location
index: elasticsearch collection documents
mapping: fields types schema structure
shard: nodes distribution allocation unassigned
esql: query logs aggregate
entity: person thing fact memory node
create entity: remember store save person note
observation: fact detail remember add learned
add observation: remember learn new fact
delete observation: forget wrong fact remove
relation: connected link between knows
delete entity: forget remove person
delete relation: unlink forget connection
search node: remember recall know find
read graph: whole everything memory know
sequential thinking: step think reason plan break problem
library id: package find framework name
library docs | query docs | get library docs: documentation examples how use framework api usage
lint: code style errors quality check
nx: monorepo workspace project build
asset upload | asset: attach file pdf item document picture
netlify user: who logged account me myself signed
netlify team: members people billing plan
netlify deploy updater: publish online site live upload release ship
netlify deploy reader: status history published version
netlify project updater: environment variable password settings name create site form
netlify project reader: site form submissions answers messages details search
netlify extension updater: install database neon add uninstall
netlify extension reader: available add-ons installed
coding rule: guidelines standards conventions
get figma data: design layout nodes mockup screen
download figma image: export png svg icons assets
dev resource: links jira attached design code
local variable: tokens colors design theme
published variable: tokens library shared
component set: variants
component: button reusable element design library
style: colors text effects published
file version: history older saved design
file meta: name modified details who
image render | render image: export png screenshot node
team project: folders files list
oembed: embed preview
activity log: audit who did happened
library analytics: usage inserts detached popular
payment: purchased plugin widget bought
developer log: api requests errors
comment reaction: emoji thumb
folder: subfolder nested
directory tree: structure nested recursive outline
list directory: files inside folder ls contents
create directory: new folder mkdir
move file: rename relocate
read file: open show contents text cat see
read multiple file: several many all together
read media: image audio picture base64
write file: save create overwrite new text
write pdf: create document export report modify
edit block | edit file: replace change text line find
search file | start search: find grep locate names content
search result | more search result: next further page
stop search: cancel
list search: running active
file info: size modified date permissions
list process: running programs tasks cpu memory
kill process | force terminate: stop hang program end
start process: run command shell terminal execute program
interact process | process input: type send answer repl
process output: printed result read
list session: terminals running active
usage stat: how much used tool
set config: settings change allow shell
allowed directory: access may folders permitted
tool call: history recent did
prompt: onboarding examples start
mouse down: press hold button
mouse up: release button let
mouse move: cursor pointer position
mouse wheel: scroll down up
mouse click: coordinates position press
mouse drag: pull coordinates
pdf save: print export page document
find: text contains search page says word
run code: playwright script snippet custom
tab: open new close switch list
video: record film screen capture session
start video: record begin filming
stop video: end finish recording
storage state: cookies session login save restore
cookie: session login delete clear
local storage: saved browser site data
route: mock intercept fake block request
network state: offline online
verify: assert check visible expected test
generate locator: selector element test
launch app: open start application phone emulator
terminate app: close kill quit application phone
install app: put add apk ipa phone
uninstall app: remove delete application phone
list app: installed applications phone
list device: phones emulators simulators connected available
device log: crash console logcat
swipe: scroll slide finger
screen size: resolution dimensions
orientation: rotate landscape portrait turn
set location: gps fake pretend
crash: stack reports died
echo: repeat back same
sum: add numbers plus total
env: variables environment settings process
gzip: compress zip smaller
long running: slow progress demo wait
tiny image: logo picture sample
sampling: llm ask model
elicitation: ask user question
annotated message: demo priority
structured content: weather sample demo
roots list: directories client
resource link | resource reference: links demo
`;
