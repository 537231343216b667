// Single words, one-way: what is said may be called this by an API. `+` joins the words of one reading. Syntax: see
// vocabulary.ts.

export const READINGS = `
record recorded: recording video
meet: meeting event
tail logging logfile: log
someone somebody anyone whoever: user member
folks people crew teammates colleagues: user member
boss supervisor: manager
underlings reportees: direct+report
whoami myself: me user authenticated self
me: me authenticated user self
pal friend: contact user
inbox: mail message mail+folder mailbox
outbox: mail message sent
gmail outlook: mail message
mailing newsletter: mail campaign
ping nudge notify poke: message notification send
dm dms: message chat direct
slack: channel message chat
zoom: meeting
standup catchup sync huddle: meeting event
diary agenda: calendar event
appointment booking reservation: event appointment booking
invitees attendees: attendee participant
rsvp: accept event attendee tentatively+accept
decline reject refuse: decline reject deny
accept: accept approve
greenlight lgtm signoff: approve review
approve: approve review accept
bug defect glitch: issue bug error
error errors exception: error issue event exception log
ticket story epic: issue item task
backlog: issue item task
assignee owner: assignee assign user
blame: commit blame history
diff patch: compare diff commit file
codebase: repository code
src source: code source file
checkout: branch checkout
ci cicd: workflow check action pipeline build run
build builds: build run deployment workflow
pipelines: workflow pipeline run
rerun re-run retry: rerun re+run retry restart
nightly cron: schedule cron
gist snippet: gist snippet
stars starred: star stargazer
forks: fork
contributors: contributor collaborator
collaborators: collaborator member
maintainers admins: admin collaborator member owner
readme: readme content file
changelog: release changelog commit
hotfix: branch release
merge: merge
squash rebase: merge
conflict: merge conflict
docker: container registry image
helm: kubernetes cluster
pods: pod kubernetes container
nodes: node nodepool
lambda: function
serverless: function worker
bucket: bucket storage object
s3: bucket object storage
blob: blob storage object
upload: upload put create
redis memcached: redis cache
postgres postgresql: postgres postgresql database
mongo: mongodb database
mysql: mysql database
nosql: cosmos database
ddl: schema table
rows records: record row item entry
entries: entry record item
columns: column field
tables: table list schema
sql: sql query
index indices: index
elastic elasticsearch: index search
box server machine host: server droplet vm instance virtual+machine
instance: instance droplet vm
vps: droplet vm
lb: load+balancer lb
cdn: cdn cache
ssl tls https: certificate
cert certs: certificate
dns nameserver: domain dns record zone
password passphrase: password secret credential
secrets: secret keyvault vault
creds credentials login: credential login token authentication
apikey: key token
otp mfa 2fa: verification factor verify
sso saml: saml sso identity authentication
firewall: firewall rule security+group
uptime: uptime health check status
downtime: outage incident status health
outage: incident alert status health
health healthy: health status check
latency slowness: performance metric latency
slow: performance slow metric
traffic visitors visits pageviews views: analytics view traffic visit
stats statistics numbers: statistic metric analytics usage report
kpi: metric analytics
spend spending expenses: usage billing cost balance
bill bills billing: invoice billing
credits: credit usage balance
charge: payment charge payment+intent
pay: payment pay
payout: payout balance transfer
refund: refund
shopper customer: customer
buyer purchaser: customer
voucher promo: coupon discount promotion
renew renewal: renew subscription
unsubscribe: unsubscribe subscription cancel
subscribe: subscription subscribe
sub subs: subscription
checkouts: checkout payment+link session
receipt: invoice receipt payment
sale sales: order payment deal
signup signups: user registration account
onboard: create invite user
offboard: remove delete suspend
ban: block suspend ban
block: block
mute silence: mute ignore silence notification
snooze: snooze pause delay
unread: message mail unread
archived: archive
bin trash: delete trash recycle
restore undelete: restore undelete recover
revert rollback: revert restore rollback
duplicate dupe clone: copy duplicate clone
rename: rename update move
relocate: move
reorganize reorder: move position order
resize: resize
scale: scale resize
rotate: rotate regenerate reset
regenerate: regenerate reset rotate
reboot bounce: restart reboot
boot: power+on start boot
restart: restart reboot
shutdown: shutdown power+off stop
hibernate: suspend stop
activate: enable activate
deactivate: disable deactivate
lock: lock
unlock: unlock
publish: publish deploy release
deploy ship: deploy deployment release
launch: launch start
provision: create provision
submit: submit create
attach: attach upload add
append: append add
describe: describe get
summarize summarise: summary summarize summarizer
translate: translate translation
convert: convert transform
transcribe: transcription transcript
transcript: transcript transcription
minutes: transcript recording note
caption: caption title
crop: crop resize image
draw sketch: generate create chart diagram
plot chart graph visualize visualise: chart graph generate
visualization: chart
infographic: chart diagram
flowchart: flow diagram
orgchart: organization
donut: pie
gauge: liquid gauge
correlation: scatter
distribution: histogram boxplot violin
timeline: timeline activity
heatmap: heatmap
sheet sheets: worksheet sheet excel workbook
xlsx csv: excel workbook spreadsheet
xls: excel
docx: word document
pdf: pdf
ppt pptx slides: presentation slide
cell cells: range cell
formula: formula range function
tab tabs: tab page worksheet
notebook: notebook onenote
onenote: onenote notebook note
sticky: note
memo: note
wiki: page wiki
doc docs: document documentation doc page
paragraph: block paragraph
heading: block heading
subpage child: child children block
kanban: board
card: item task card
swimlane: group
epic: item issue
subtask subitem: subitem item task
deadline due: date due task
reminder remind: reminder task event notification
checklist: checklist task item
priority: priority
status: status state
progress: status progress
assign: assign assignee
reassign: assign transfer
backup: backup snapshot
snap: snapshot screenshot
screenshot screengrab screencap: screenshot
snapshot: snapshot
scroll: scroll wheel swipe
tap: tap click press
click: click
typing: type
keyboard: key type press
hotkey shortcut: key press
javascript js: javascript evaluate script code
dom html: html dom snapshot content
console: console log message
devtools: console network performance
cookies: cookie storage
viewport window: resize window viewport page
surf visit browse goto: navigate open url
crawl spider: crawl
scrape: scrape extract
extract: extract
sitemap: map sitemap
google bing: web+search search web
internet web online: web internet
news: news
weather forecast: weather forecast
restaurant cafe coffee shop pub bar: place local poi category
store: store shop place
hotel: place hotel
nearby nearest closest: nearby nearest local place
directions: direction route
trip journey: route direction trip optimization
commute: direction route matrix
walk drive cycle: direction route isochrone
reachable: isochrone
altitude: elevation
zipcode postcode zip: postal geocode address code
latlong coords gps: coordinate geocode location
border boundary: boundary polygon district
headcount: user member count
phone mobile: phone device mobile call
ring dial: call
voicemail: recording voicemail
hangup: call update
ivr: flow studio
texted texts: message sms
sms mms: message sms
whatsapp: message whatsapp
fax: fax
number numbers: phone+number number
figma: figma file design
mockup wireframe prototype: design file
frame artboard layer: node frame
icon icons svg: image icon
font fonts: style text
colour color colors: color style
swatch palette: color style
variables: variable
video: video
livestream: broadcast stream
ads advert: ad
seo: seo audit lighthouse
accessibility a11y: accessibility
performance: performance metric
typecheck: lint check
soql: query soql
sandbox: sandbox scratch
library libraries package: library package
sdk: sdk library
docs: documentation document doc
manual: documentation guide
howto: guide documentation
tip tips advice: recommendation guidance best+practice
recommend suggest: recommendation suggestion
suggestion: recommendation suggestion
insight insights: analytics insight
remember: memory observation entity create
recall: memory search node
forget: delete observation entity
fact facts: observation entity
relationship connection: relation
think reason brainstorm: thinking sequential
echo repeat: echo
sum plus: sum add
zip compress: gzip zip compress archive
unzip: extract
grep: search
ls dir: list directory file
cat: read file
mkdir: create directory folder
rm: delete file
mv: move file
cp: copy file
touch: create file
ps: process list
kill: kill process terminate
bash: command process shell
env envs: environment variable
grab: get fetch retrieve
clip clips footage: video recording
hits visits: view traffic analytics
spot venue joint: place location
bike bicycle cycling: cycling direction isochrone
repair mend: fix autofix repair
spam phishing: junk
pretend fake mock: emulate set simulate
buy purchase: create purchase order incoming
warn alarm: alert alarm
gang squad staff: team member user
staff: user member
bot robot assistant: bot agent actor
robot: agent
handbook: documentation
cheaper cheap: price pricing cost
expensive: cost pricing billing
money: balance payment billing
cash: balance payment
sold sell selling: product price
income: balance payment
blocked: block
hidden: hide
broken: fix error status health
weird strange: diagnose error
deadline: due date
headline: news
gallery album: image
logo: image brand
drawing: diagram image chart
crossing: intersect
nickname: name rename
laptop desktop: system process file
storage: storage disk bucket
room rooms: room place
seat seats: seat license
holiday holidays: calendar event
birthday: event contact
interview: event meeting
lunch dinner: event place restaurant
gym hotel bakery: place
flight train bus: direction transit
signature: signature
typo: edit update
wording: edit text
chapter: section chapter
sentence: text block
quote: quote
lyrics song music: search audio
recipe: search web
stock stocks: search finance
score scores: search result
exam grade: assignment classroom
student students: classroom
teacher: classroom
homework: assignment
spaces: space
cluster clusters: cluster
hostname: domain
handle: user name
robots: agent
credit: balance credit usage
bundle: package
gear settings: setting configuration
knob: setting
cheatsheet: documentation
loudest noisiest worst: top metric report
top best popular: top trending
oldest newest latest: latest list
subscribers: subscriber subscription customer
audience: user
visitor visitors: analytics traffic view
shoppers: customer
workers: worker
teammate: member user
reviewers: reviewer
approver: reviewer approve
sharing: share permission
lockdown: protection restriction
whitelist allowlist: allow firewall
blacklist blocklist denylist: block deny
paperwork: document
leaflet: document
sandbox: sandbox
playground: sandbox
rehearsal: test
dry-run: validate test
kickoff: meeting
`;
