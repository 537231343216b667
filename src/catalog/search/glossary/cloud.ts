// Machines, networks, storage, databases, serverless platforms and what they cost. Syntax: see glossary.ts.

export const CLOUD = `
droplet: server machine vm box instance virtual host computer vps linux
create droplet: spin launch new provision rent start fresh
delete droplet: destroy get rid kill decommission throw
reboot droplet | power cycle droplet: restart hang frozen hung stuck unresponsive bounce hard
power off droplet | shutdown droplet: stop halt turn switch gracefully
power on droplet: start boot turn switch wake back alive
resize droplet: bigger smaller ram memory cpu upgrade scale grow larger size plan stronger weaker slow power cores
snapshot droplet: image copy backup freeze save state capture
restore droplet: rollback recover earlier revert backup snapshot undo night yesterday
rebuild droplet: reinstall fresh wipe os ubuntu scratch reset operating system clean reimage
rename droplet: name call label title hostname
reset password: forgot root lost new forget locked credential
enable backup: daily automatic weekly safe protect turn regular
disable backup: stop turn quit
kernel droplet: linux version boot
backup policy: schedule often daily weekly
droplet tag | droplets tag: tagged labelled group
size list: plan machine type cpu ram price kinds flavor memory offered server big
region list: datacenter data center location country city available geographic continent
image list: ubuntu debian distribution os operating system available snapshot backup template
image create: iso upload own custom import
image transfer: move copy region datacenter another frankfurt closer
ssh key | create key | key create: public login access laptop
firewall: port open block close allow traffic inbound outbound ip network security expose
firewall rule: port open block allow traffic ip ssh http https inbound outbound
lb | load balancer: traffic distribute spread balance share servers requests
forwarding rule | fwd rule: port route forward protocol
reserved ip: static fixed floating public permanent address elastic
assign ip: attach point give machine server
unassign ip: detach remove free take
reserved ip release: give back return free
ip reserve: get new obtain buy
vpc: private network internal subnet isolated virtual lan
vpc peering: connect link join networks together
vpc member: inside machines resources belongs
domain record: dns cname mx txt www subdomain entry mail point nameserver ip hostname zone
domain: dns site name website web address url host
zone: domain dns site website
certificate: ssl tls https secure expire lock padlock encryption
lets encrypt: free ssl https tls certificate automatic
custom certificate: own bring upload bought ssl
cdn: edge cache content delivery faster assets
flush cache | delete cache | purge cache: clear empty purge stale old invalidate refresh outdated fresh bust
alert policy: warn cpu memory disk threshold notify alarm usage exceeds high monitoring load tell above
uptimecheck | uptime check: website reachable online monitor available ping site alive watch outage respond
uptimecheck state: online status reachable
uptimecheck alert: notify mail warn email slack tell text fails breaks message
invoice: bill charge month statement pay cost owed payment due paper paid document
billing history: past payments charges months bill paid spent costs
balance: money credit owe left account funds remaining due available spend outstanding
billing usage: spend cost charge minutes month paid bill expenses money
budget: limit spend cap cost money spending
app platform | apps create | app spec: deploy application website hosting paas git repo launch put
apps log: output error crash stdout deploy failing build printed
apps deployment status: rollout live finished progress deployed state
apps update: change redeploy new version scale
db cluster: database postgres mysql managed redis mongo sql data cluster
create cluster: new spin set start launch
db cluster resize: bigger storage disk nodes larger ram grow scale space
db cluster user: login account access database credentials role
db cluster firewall: ip allow connect trusted source access whitelist database reach
db cluster backup: restore point copies saved
db cluster upgrade: newer version major postgres update latest
online migration: move import transfer migrate existing data switch
kafka topic | cluster topic: stream queue event kafka
topic: subject category stream
doks | kubernetes | aks: k8s container cluster pods orchestration helm
nodepool | node pool: worker machines scale nodes workers autoscale capacity
kubeconfig: kubectl connect credentials config access cluster file
cluster upgrade: newer version kubernetes latest available
recycle node: replace restart broken fresh renew
1 click | marketplace: ready made prebuilt wordpress app preinstalled template store
spaces key: access object storage s3 credential bucket secret
action list: history happened operations events past
account information: plan limit email status droplet
byoip: own ip range bring address block

kv: key value pair store entry cache
kv put: save write store remember value
kv get: read look value lookup fetch
kv list | keys: stored names
r2 | bucket: object storage file s3 blob folder container
object r2 | r2 object | storage object: file upload download store save
d1 | database: sql sqlite table data
d1 query | execute sql: select rows statement table run data insert count
durable object | do object | do namespace: stateful instance storage
alarm: wake timer schedule remind future hour wakeup
queue: job message task backlog background work enqueue line
queue send: push enqueue put add job throw work publish
send batch: multiple bulk together once
queue message: job task pull consume next work
visibility timeout: hide longer delay invisible
worker: script edge serverless function code
worker deploy | worker put: publish release ship upload live put script push
worker get: source code read script content
version rollback: undo previous earlier revert back old broken last bad
version list: history older revisions past
cron: schedule night daily hourly periodic recurring minute timer automatically regularly time
secret: password api key token credential hide sensitive confidential hidden
secret put | update secret: store add save set
secret list: names stored
env var | environment variable: setting config variable env
bulk set: multiple once together
route: url path pattern domain hostname traffic map requests
service binding: connect call other worker talk link communicate
wrangler: toml config settings file
dispatch namespace: platform tenants customers multi
custom domain: own hostname url address brand
template: starter boilerplate scaffold example ready blueprint skeleton sample
workflow execute: start run trigger kick launch
analytic | analytics: traffic visit number statistic visitors requests usage errors performance hits numbers
ai inference: model run predict prompt llm ask
text generation: write llm prompt answer chat poem generate ask story
image generation: picture draw create illustration paint photo ai art prompt
embedding: vector semantic numbers similarity represent sentence text
ai model: llm available models

keyvault | key vault: secret certificate password key safe credential api
storage: blob file container account upload bucket table queue
cosmos: nosql document database container
kusto: kql data explorer query logs analytic
monitor: log metric kql query telemetry cpu performance health
applicationinsights | application insights: trace exception performance telemetry slow request
appconfig: feature flag setting key value configuration toggle
appservice: web app site hosting website deployment
functionapp: serverless function code trigger lambda
functions azure: serverless code template generate write project language
role: permission access rights assign rbac owner contributor reader grant
policy: compliance rule governance enforce definition assignment restrict
advisor: recommendation save cost improve optimize advice suggestion tips cheaper bill suggestions better
pricing: cost price expensive cheap hour month sku pay estimate
quota: limit capacity region enough cores left available usage vcpu
resourcehealth: outage available broken problem incident azure service healthy status fine alive
applens: diagnose troubleshoot slow broken problem wrong fix issue investigate
servicebus: queue topic message subscription
eventhubs: stream event ingest kafka namespace consumer telemetry ingestion
eventgrid: event subscribe publish topic
compute: vm virtual machine disk scale set server size
acr: docker container image registry repository
containerapps: container docker app deploy serverless
redis: cache memory key in-memory instance
signalr: realtime websocket push live chat
speech: voice audio recognize transcribe text recording read aloud say spoken talk mp3 wav synthesize dictate transcript
communication: sms email send text phone
grafana: dashboard graph metrics workspace visualization monitoring panel
workbooks: report dashboard
loadtesting: load stress performance users simulate traffic test requests hammer crowd thousands hits
virtualdesktop: remote desktop session host pool windows
managedlustre: hpc file system parallel
bicepschema: infrastructure code template arm iac resource definition properties
terraform: infrastructure code iac
cloudarchitect: design architecture diagram system plan solution
wellarchitected: guidance review reliability best security cost practice reliable
azuremigrate: landing zone move
foundry: model agent ai deploy llm openai gpt
marketplace: product offer buy third
documentation: docs official guide manual read article learn microsoft
group list: resource groups
resource group list | group resource: inside contains everything resources
subscription list: account billing
cli generate: command az terminal write
cli install: install set tool command line
azqr: compliance review report scan audit
confidentialledger: tamper proof audit immutable append blockchain record
fileshares: smb nfs file share network drive
extension: plugin addon integration
deploy site: publish put online live release netlify host
visitor access: password protect private restrict
index | indice: indices search elastic documents
mapping: field type schema columns
shard: node distribution health replica
azd: project template provision deploy application infrastructure
datadog: monitoring metrics host
mysql | postgres | sql: database table query server column parameter rows
servicefabric: cluster node managed
bestpractices: guideline recommended rules write code
list database: databases
delete database | db delete: drop remove get rid destroy
list namespace: groups
list kv | get kvs: stores
kv delete: forget remove drop entry key
list object: files inside contents stored bucket
get object: download read fetch file open
put object: upload save file write
delete object: remove file erase
list zone: domains sites managed
wrangler config: deployment setup local
env var list: settings configured
delete queue: remove drop
route list: patterns urls
cron list: schedules runs timers fire themselves automatically
dns: record name
key list: registered
list database user: accounts
sql mode: strict behavior
get ca: certificate trust tls connect verify
mongodb config | mysql config | postgresql config | redis config | kafka config | opensearch config | psql config | os config: tuning settings parameters options limits memory connections
cluster options: engines versions sizes offered
delete cluster: destroy remove tear
upgrade cluster: newer version kubernetes move
nodepool update: scale fewer bigger count
delete node: remove drop machine worker
image delete: remove old snapshot
image update: rename name
apps delete: remove take offline website shut
apps list | apps info: websites hosted running
uptimecheck update: change interval url
lb add droplet: behind put server
lb remove droplet: take server rotation
firewall add droplet: protect apply server
firewall remove rule: close port block
enable ipv6: address new
private net: internal network
ip list: addresses
power cycle: hard restart unplug
functionapp list: functions
secret delete: remove forget take password
template list: starters
worker delete: remove take script
worker list: scripts names running edge
zone get: details settings site
version get: look specific
landing zone: foundation
disk: storage volume
vm: machine server computer
shutdown droplet | power off droplet: sleep quit night
power cycle droplet | reboot droplet: unplug replug frozen stuck crashed
droplet create: another computer linux cheap small
uptimecheck create: watch minute regularly reachable website check ping
alert policy create: hot high load busy cpu
lb create: split spread
vpc create: private network internal servers
queue update: hide longer
kv list: names stored
firewall add: protect shield
byoip create: addresses
snapshot: picture frozen copy image
database backup: saved copies nights
restore: back yesterday
vector: meaning
message queue: parcel
r2 put: store picture
worker put: new script edge
env var: settings constants
`;
