// Abbreviations and variant spellings. `SAME_WORD` is applied to tools and requests alike (repo and repository are one
// term); `SHORT_FOR` only to requests, since the long form is several words and both forms occur in catalogs.

export const SAME_WORD = `
repo: repository
db: database
config: configuration
cfg: configuration
conf: configuration
org: organization
orgs: organization
msg: message
msgs: message
env: environment
info: information
params: parameter
param: parameter
args: argument
img: image
pic: picture
pics: picture
dir: directory
dirs: directory
stats: statistic
auth: authentication
authn: authentication
authz: authorization
perms: permission
perm: permission
prefs: preference
admin: administrator
admins: administrator
app: application
sub: subscription
subs: subscription
cert: certificate
certs: certificate
cred: credential
creds: credential
desc: description
dept: department
prod: production
mgmt: management
mgr: manager
acct: account
addr: address
num: number
num: number
pkg: package
pkgs: package
lib: library
libs: library
fn: function
func: function
funcs: function
vars: variable
var: variable
dev: development
mins: minute
min: minute
tmp: temporary
temp: temporary
txn: transaction
tx: transaction
calender: calendar
recieve: receive
adress: address
enviroment: environment
k8: kubernetes
k8s: kubernetes
kube: kubernetes
webhook: webhook
email: email
grey: gray
cheque: check
cancelled: cancel
cancelling: cancel
cancellation: cancel
deletion: delete
creation: create
removal: remove
retrieval: retrieve
renewal: renew
approval: approve
deployment: deployment
children: child
people: person
attendees: attendee
indices: index
indexes: index
statuses: status
addresses: address
businesses: business
analyses: analysis
analyse: analyze
mysql: mysql
postgresql: postgres
postgre: postgres
elasticsearch: elasticsearch
js: javascript
ts: typescript
`;

export const SHORT_FOR = `
pr: pull request
prs: pull request
mr: merge request
mrs: merge request
vm: virtual machine
vms: virtual machine
vmss: virtual machine scale set
lb: load balancer
kv: key value
acl: access control
ci: continuous integration
aks: kubernetes
gke: kubernetes
eks: kubernetes
ooo: automatic reply
qa: test
url: link
urls: link
gh: github
ms: microsoft
gha: actions workflow
sso: single sign on
dm: direct message
dms: direct message
2fa: two factor
mfa: multi factor
otp: one time password
eta: estimated arrival
poi: point of interest
pois: point of interest
tz: time zone
timezone: time zone
cve: vulnerability
cves: vulnerability
cms: content
crm: customer
hr: human resources
roi: return
sla: service level
slo: service level
ttl: time to live
iam: identity access
rbac: role access
vpc: network
vnet: virtual network
nsg: network security group
nic: network interface
gpu: graphics
cpu: processor
rds: database
s3: bucket
ec2: instance
gcs: bucket
dlq: dead letter queue
doi: paper
faq: question
kb: knowledge base
id: identifier
ids: identifier
ios: iphone
wdyt: feedback
yt: youtube
lwc: lightning web component
adls: data lake storage
acr: container registry
rg: resource group
sas: shared access signature
cdn: content delivery
db: database
`;
