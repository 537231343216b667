// Boards, pages, automation, knowledge, payments, telephony, CRM and app development. Syntax: see glossary.ts.

export const WORK_AND_COMMERCE = `
board: project table tracker kanban overview find search
create board: new project set tracker start
item: task row card record entry ticket lead
create item: add task new row card todo put lead entry
change column value | update item: status set priority deadline date person assign edit mark field fill cell progress
delete item: remove row task drop
move item: group section stage drag shift column
board item: tasks rows list everything values
board activity: happened history changed log last week
board schema: columns fields structure groups
board info: details owner columns structure
board insight: average sum total count statistics calculate aggregate analyze group deals size
create update: comment note post write say message remark status
get update: comments posts said written discussion read
create column: field add property new date
delete column: remove field
create group: section category new phase divide part
create form: survey questionnaire feedback responses collect poll sign-up intake application
form question: field ask add change survey
form submission: answer respond fill submit response
get form: questions survey look
dashboard: overview charts kpi report widgets numbers management summary
widget: chart number graph battery tile add dashboard
create automation: automatic notify rule trigger whenever status changes automatically
manage automation: turn disable deactivate pause delete stop switch activate
list automation: rules automatic existing
automation run: failed history executed ran
workspace: area space team place
create workspace: new area department
create doc | doc content: document write text page note
add content: append paragraph text write extend
read doc: document content open text
folder: directory organize group
create view | view: tab kanban calendar filter table perspective gantt
undo action: revert mistake back oops wrong restore
create notification: bell tell ping notify alert person remind
sprint: iteration agile scrum progress velocity burndown
sprint summary: progress going completed retrospective status team
asset: file attachment upload document image
ai column: automatic summarize categorize fill
bug feature request: feedback suggest vendor complain support product missing
knowledge: question answer
user team: people members account
template: ready made start prebuilt
object schema: structure
agent: bot assistant ai
agent skill: ability teach
agent trigger: starts
publish workflow: live activate go
board relation | link board: connect relate link

page: document note article wiki entry
post page | create page: write new document note start add
patch page: property status change title update icon archive field set
page markdown: content text body read write rewrite
block: paragraph heading text element section bullet
append block | patch block: add paragraph text write bullet heading end list
block children: content inside paragraphs read text body
delete block: remove paragraph
move page: parent elsewhere relocate
create comment: reply remark feedback write leave discuss note
retrieve comment | get comment: remarks discussion said feedback people wrote
delete comment: remove remark
query data source: rows filter entries table database records list find sort
create data source: database table new
update data source: database column property schema rename
data source: database table
post search: find title look page
get user: person people workspace member

n8n workflow | create workflow: automation flow scenario zap build process
list workflow: automations flows
update workflow: edit change flow node add step
partial workflow: small change add node
test workflow: run execute flow trial
execution: run history failed error log past happened went wrong
validate workflow: check mistake error correct flow valid problems
autofix: repair fix automatically errors correct broken
workflow version: history rollback older previous restore earlier
health check: alive running working reachable status
manage credential: login api key password connect account token
audit instance: security risk scan unsafe check
search template: ready made example flow find existing prebuilt inspiration
deploy template: install use import
search node: integration step app connector google slack know remember find recall
get node: parameters options step settings
data table | datatable: rows columns storage table
evaluation: test quality

create entity: remember note store person save know new fact
create relation: connect link knows works married relationship
add observation: remember fact note learn new store detail
delete entity: forget remove erase person
delete observation: forget wrong fact remove outdated
delete relation: disconnect unlink longer
read graph: everything know remember memory whole recall
open node: details know
sequentialthinking | sequential thinking: reason step hard complex problem plan think carefully reflect

customer: client buyer person user account
create customer: new client register add buyer
list customer: clients buyers
product: item goods sell article
create product: sell new offer item shop add
create price: cost charge amount set monthly recurring tariff fee
list price: cost tariff costs tariffs plans
payment link: url pay checkout link buy sell send share
create invoice: bill charge client send money
invoice item: line position add bill charge row
finalize invoice: send issue finish ready draft lock close approve
list invoice: bills open unpaid overdue
refund: money back return reimburse give customer payback cancel repay wrong paid
payment intent: payments transactions charges paid recent income received
cancel subscription: end stop quit terminate leave
update subscription: plan change switch upgrade downgrade tier quantity seats
list subscription: recurring plans members paying active
coupon: discount percent promo code voucher sale rebate reduction cheaper codes less pay rabatt
dispute: chargeback complaint claim contested bank evidence fraud
update dispute: evidence answer respond fight submit
list dispute: chargebacks contested
stripe documentation: integrate payment docs guide

create message: sms text send whatsapp phone mobile
list message: sms texts sent history inbox
delete message: erase sms remove
media: picture photo image mms attachment video
create call: phone ring dial telephone talk voice
update call: hang end redirect stop terminate ongoing running finish
list call: history phone past called recent telephone
call recording: record tape listen audio conversation
create recording: record tape start
delete recording: erase tape remove
conference: group call meeting party
participant: caller person attendee conference people
create participant: add bring dial invite another
delete participant: kick throw remove hang expel boot
update participant: mute hold unmute silence quiet
available phone number: buy free search new find area city
available local: city area landline town region
available toll free: 800 free freephone
available mobile: cell
incoming phone number: own numbers
create incoming phone number: buy purchase get new rent order acquire
delete incoming phone number: release give back cancel get rid return
update incoming phone number: webhook url voice configure forward
outgoing caller id: shown verified display own
validation request: verify own number confirm caller prove
queue member | list member: waiting hold line callers
usage record: spent consumption cost used bill month usage spend
usage trigger: alert limit cost exceed notify spending warn threshold dollars budget
create account: subaccount new customer sub
create token: temporary stun turn credentials
new key: api credential token access
signing key: api credential
realtime transcription: live subtitles captions
sip: voip trunk pbx
short code: short number
connect app: third party oauth
stream: audio websocket live
address: street location postal legal
application: app twiml

soql: query records accounts select data opportunities leads contacts salesforce find
deploy metadata: push upload send changes source release org
retrieve metadata: pull download fetch source get local
apex test: unit run class tests
agent test: bot
scratch org: temporary sandbox development throwaway disposable dev
org snapshot: copy save backup state
open org: browser launch log go
list org: connected authorized
delete org: remove throw get rid
permission set: access rights grant user give
code analyzer: static analysis lint quality check problem violations scan
antipattern: bad slow performance code smell apex
barcode: qr scan code camera scanner
biometrics: fingerprint face login touch
document scanner: scan paper camera
nfc: tap tag chip contactless
geofencing: enters leaves area zone
space capture: ar room 3d scan
lwc payment: pay apple google
lwc location: gps position
lwc calendar: appointment date
lwc contacts: phonebook address
aura: old component convert migrate legacy lightning
component accessibility | accessibility: screen reader blind wcag a11y disabled accessible
best practice: guideline recommended advice good proper rules
rtl: arabic hebrew left
jest test: unit test write component
base component | lbc: button ready made standard
slds: style design css look
compilation error: error code mean explain
devops work item: task ticket story change
promote work item: next stage move release pipeline
merge conflict: clash conflicting changed resolve
create work item: new task
commit work item: save check
checkout work item: switch branch
graphql: query schema
figma lwc: design convert code component
delete update: remove comment post
update folder: rename color move
move object: relocate folder board elsewhere place
monday search: find board doc look
custom activity: crm call note log
timeline item: crm log call note
update object schema: change structure
list workspace: areas
workspace info: boards folders inside
update workspace: rename
update board: rename
delete board: remove
template status: finished progress
graphql schema: types fields queries
column type: settings format
list user team: people members find colleague
get asset: files details attachments
upload url | finalize upload: attach file send
file content: read extract text inside
manage agent: bot assistant create configure
knowledge agent: documents access
widgets schema: kinds charts
update view: filter sort rename tab
docs monday | read docs: text

n8n catalog: projects tags variables users
manage folder: organize directory
workflow get: details look see
workflow delete: remove flow
manage datatable: table rows store
explore node: options dropdown choices
tools documentation: guide
resource: option

netlify reader: show status details site list info
netlify updater: change set update configure create
deploy netlify: publish site live online put
project netlify: site website password protect domain env variable name rename
team netlify: members billing
extension netlify: plugin integration
user netlify: account
coding rules: guide write serverless
netlify visitor: password

list data source template: starting available
retrieve database: schema details structure columns
retrieve page: details read info open
retrieve block: details paragraph
retrieve user: person details
self: bot token
update block: change edit text rewrite
page property: value field

search shopify: docs developer
learn shopify: api start
validate: check correct mistakes valid
theme: liquid template store design
feedback: rate opinion tell

list product: items sell catalog goods
cancel: stop
update customer: change
retrieve balance: money account funds available
list coupon: discounts codes

account: subaccount
update account: suspend close rename
fetch account: details status
list account: subaccounts customers
list address: places
create address: new street postal
application create: voice url
list conference: meetings group calls
update conference: end finish announce
fetch call: details duration long price status
delete call: record remove history
call event: happened
call notification: warnings problems errors
notification: warnings problems errors log
fetch recording | list recording: audio listen tapes calls past
conference recording: audio group
fetch message: delivered status arrived details
update message: redact cancel
message feedback: delivered confirm
phone number country: abroad countries available
shared cost | voip | national: kind number
phone number: number line
update queue: rename size
create queue: waiting line hold
list queue: waiting lines
delete queue: remove line
update member: connect next caller answer take
outgoing caller: verified
list key: credentials
delete key: revoke remove
sip domain: phone server
credential list: passwords logins devices
ip access control: allow whitelist addresses
payment call: card pay phone collect
usage today | usage daily | usage yesterday | usage yearly | usage last month | usage this month | usage all time: spent cost used bill day month
usage trigger list: alerts
delete usage trigger: stop alert
transcription: text words said written
delete transcription: remove
stream create: live audio websocket forward
user defined message: custom

resume operation: long running continue finished yet status
username: login alias default account user
lds: data record cache
lwc: component lightning web
guide lwc: best
lws security: safe secure
design general | slds: look style css design
lightning out: embed page outside
metadata: fields objects code source
enrich: describe ai
deployment failure: failed broken fix
devops project: list
work item status: progress review ready
devops commit status: finished
pull request devops: review
apex: code class
rule describe: mean explain
list rule: checks
custom rule: own check
query results: violations findings
score: grade rating
jest: test unit
utam: page object ui test
subscription cancel: stop charging month quit
subscription update: other plan cheaper bigger
coupon list: codes cheaper
invoice list: unpaid open bills owed
product list: sell
price create: price tag charges costs month
customer create: new client
org delete: sandbox get rid
scratch org create: playground
queue create: waiting line callers
message create: text sms phone number
call create: ring phone number
incoming phone number create: get new buy line
account update: close block suspend reseller
board search: find name
automation manage: switch stop turn
automation create: itself automatically
item delete: get rid
item move: other section
item column: value stuck status owner date
notification create: bell nudge
doc create: write text
form create: ask people
dashboard create: overview management
undo: oops wrong back
workflow n8n: flow
credential: login
template search: examples ready
page create: write note
page move: other
data source query: rows open
block update: fix typo paragraph
block delete: line
entity delete: forget person
observation delete: forget
node search | open node: know
`;
