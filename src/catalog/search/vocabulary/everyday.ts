// Everyday speech for common services, across domains: what somebody says who does not know what the operation is called.
// Syntax: see vocabulary.ts.

export const EVERYDAY_SPEECH = `
go back to previous deployment | previous version of worker | last good version | undo deploy | undo release | bad deploy | broken deploy => run|update: rollback|version+rollback|revert|restore
wake up | wake * up at | set timer | alarm | set off at | at noon | timer => create|update: alarm|alarm+set|schedule
my own address for | vanity url | brand domain | under our domain => create: custom+domain|domain
make picture | generate picture | picture from text | draw picture | ai image | image from prompt => create: image+generation|generate+image
write text with ai | continue text | complete prompt | generate text => create: text+generation|inference|completion
turn text into vectors | embed text | vectors for text => create: embedding
which ai models | available models | models can i => list: model|ai+list+model
all variables at once | many variables | bulk variables | several variables => update: bulk+set|bulk
several messages at once | batch of messages | bunch of messages => send: batch|send+batch
next message from queue | pull from queue | take from queue => get: queue+message|get+message
sql database | serverless database | sqlite database | create database | make database => : database|d1|sql+database
ask table | rows from | how many rows => search|run: query|sql
forgot root password | lost root password | reset root password | new root password | lost password | forgot password | cant log in => update|run: reset+password|password+reset|password
wipe server | start server over | reinstall server | reinstall os | fresh install | from scratch => run: rebuild|reinstall
give server * name | call server => update: rename
nightly backup | automatic backup | automatic backups | daily backup | weekly backup | regular backups => update: enable+backup|backup|backup+policy
ipv6 | private networking => update: enable|ipv6|private
servers tagged | all servers with tag | tagged servers | everything tagged => : tag|droplet+tag
is website reachable | site reachable | tell me if site | site is down | site goes down | goes down => create|get: uptimecheck|uptime+check|uptime+alert|monitor
forward port | forwarding rule | forward traffic => : fwd+rule|forwarding+rule|rule
put server behind | server behind load balancer | behind load balancer => update: lb+add|load+balancer+add
whitelist | allowlist | allow my ip | allow ip | let my ip => update: firewall|firewall+rule|allow
newer kubernetes | upgrade cluster | kubernetes version | cluster upgrade => update|list: upgrade+cluster|upgrade
connect networks | link networks | join networks | peering => create: vpc+peering|peering
keep address | reserve address => create: reserved+ip+reserve|reserved+ip
move database | migrate database | import database online => run: migration|online+migration
cost of running | last month cost | monthly bill | last bill => get: invoice|billing|cost|balance
kafka => : topic|kafka
ssh access | log in key | login key => create: key|ssh+key
who owns | owner of => list|get: owner|group+owner
people in group | who is in group | group list | in mailing list => list: group+member|member
add * to group | put * in group | join group => create: add+group+member|group+member|member
remove * from group | kick * from group | out of group => delete: remove+group+member|group+member|member
make group | new group of people => create: create+group|group
shared list | sharepoint table | new column in list => : sharepoint+list|list+item|list+column
later copies | snooze reminder | remind me later | later again => update: snooze|reminder
stop reminder | dismiss reminder | close reminder => update: dismiss|reminder
might come | maybe attend | maybe coming | not sure i can => update: tentatively+accept|tentative
can not make it | cannot make it | cant make it | will not make it | wont make it | skip meeting | not coming | turn down => update: decline|decline+calendar+event
i will be there | ill be there | will attend | confirm attendance | count me in | i am coming => update: accept|accept+calendar+event
send my draft | send draft | send it off | finally send => send: send+draft|draft
attach * to email | attach to email | attach * to mail | add attachment | add * as attachment => create|upload: add+attachment|mail+attachment|attachment
color category | color categories | email categories | outlook categories => : category
quote message | under message | answer under | thread under => send: reply
show me as busy | set me busy | busy | away | status message | invisible | brb => update: presence|status+message|preferred+presence
trending documents | popular documents | what others work on => list: trending+insight|insight
people i work with | closest colleagues | frequent contacts => list: relevant+people|people
time zones => list: time+zone
emojis | custom emoji => : emoji
bold text in sheet | font of cells | cell font => update: range+font|format
background of cells | fill color | cell background => update: range+fill|fill|format
cell borders | lines around cells => update: range+border|border
empty cells | clear cells | blank out cells | delete cell contents => delete: clear+range|range
combine cells => update: merge+range|merge
turn range into table | make table of => create: excel+table|table
put values | numbers into | fill * into sheet | write * to sheet | put * into cells => update: update+range|range
sign document | sensitivity | confidential label => : sensitivity+label
turn into pdf => : pdf|convert
webinar sessions => list: webinar+session|webinar
get pinged when mailbox | subscribe to changes | push changes | change notifications => create: subscription|webhook
project board | sprint board | roadmap => : board|project
file on item | files on item | attach file to item | attach * to item => update|get: asset|update+asset
picture on board | attachment of item => get: asset
what boards | my boards | all boards | which boards => list|search: board|workspace+info|search
group tasks | folder for boards => create: folder|group
summary of board | board numbers | statistics of board | totals on board | how many items | average of column => get: board+insight|insight|aggregate
ai column | column filled by ai => update: ai+column
connect boards | link items | connect items => : link|connection
duplicate board => create: duplicate+board|board|template
tell people on board | notify person | bell => create|send: notification
saved view | table view | board view => : view
hidden bugs | potential bugs | anti pattern | anti patterns | code smells => check: scan|antipattern|analyzer
apex class | apex classes => : apex
failed deployment | deployment failed | deploy failed => get|run: deployment+failure|deployment+status|deploy+status
move work to next stage | next stage | promote change => run: promote+work+item|promote
resume operation | job id | still deploying => run|get: resume|status
which username | default org username => get: username
snapshot of org => create: org+snapshot|snapshot
open org => get|run: open+org
trash org | throw away org => delete: delete+org
accessible component | screen readers => : accessibility
barcode | qr code => : barcode|scanner
fingerprint | face id => : biometric
finish screen recording => stop: stop+recording
click at position | click coordinates | at coordinates | pixel => run: click+xy|mouse+click|coordinate|click
what changed while | delta => list: delta
find element | locate text => search: find|element
save trace | trace browser => run: start+tracing|tracing
chapter | chapter title => create: chapter|video+chapter
browser performance | slow to load => run: performance|performance+start+trace
phone in cloud | borrow phone | rent phone | remote phone | reserve phone => create|run: allocate|remote+device|allocate+remote+device
give phone back | return phone | release phone => delete: release|release+remote+device
app in front | current app | which app is open | foreground => get: foreground+app|foreground
open link on phone | open website on phone | open * on mobile => run: open+url
type on phone | enter text on phone => run: type+key|type
hold finger => run: long+press
several steps at once | batch of actions => run: batch|batch+command
design comments | what people say about design => list: comment
image fills | pictures used in design => get: image+fill
embed design => get: embed|o+embed
who paid for plugin => get: payment
design system usage | which components get used | components used => get: library+analytics|component+usage
component variants | variants => : component+set|component
folders of team => list: team+folder|folder
ping webhook | test webhook | sent to webhook => run|list: ping+webhook|webhook+request
app user password | disable user => update: auth+update+user|user
log out | sign out => stop: logout|sign+out
log in to firebase => run: login
stored in cloud storage | link to stored file | file link => get: download+url|object+download+url
which country sms | sms regions => update: sms+region+policy
notes on crash | crash notes => list: note|list+note
android fingerprint | sha | signing fingerprint => create: sha|android+sha
what functions | deployed functions => list: list+function|function
backends => list: backend
bearing between | face from => get: bearing
merge two areas | one big area => run: union
points inside => check: points+within+polygon
which street am i on | nearest road => get: map+matching|nearest|reverse+geocode
who runs | which processes => list: process
plan of trip | trip through => get: optimization|direction
translate address | addresses to points => get: geocode
look up number | carrier | who does number belong | number belongs => get: lookup|phone+number
say something on phone | read out => create: call
kick caller | silence caller => update|delete: participant
phone bill => get: usage|balance|usage+record
sent us | texted us | customers texted => list: message
delete text | erase message => delete: message
fetch text | one message => get: fetch+message|message
stop call => update: call
who hears | hold music => : queue
business profile | brand registration | a2p | campaign => : brand|a2p|campaign
sender pool | messaging service => : messaging+service|service
similar issues | duplicates => search: issue|similar
unassigned => search|list: issue
test deliveries | inspect events => list: event
teams of org | our teams => list: team
my repos | our repos | all repos | which repos | repositories of => list: repository
my gists | my snippets => list: gist
my stars => list: starred
tell github to | let everyone in org | org settings => update: orgs+update|organization
delete old packages | published packages | our packages => : package
who used copilot | ai usage | copilot metrics => get: copilot+metric|copilot+usage|usage
budget | spending limit | cap spending => : budget
minutes used | bill for org | metered usage => get: billing+usage|usage+report|billing
keep people from commenting | limit interactions | only contributors can => update: interaction|restriction|interaction+limit
external people | contractors => list: outside+collaborator|collaborator
personal access tokens | pat => : pat|personal+access+token
link repo to team | team repos | give team access => : team+repository|repository
code of conduct => get: code+of+conduct
community health | has contributing file => get: community+profile
weekly commits | commit activity | code frequency | when do we commit | lines added => get: commit+activity|code+frequency|punch+card|participation|stat
signed commits | commit signatures => update|get: signature+protection|commit+signature
who can merge => get: branch+protection|protection
required status => : status+check+protection|status+check
deploy to production => create: deployment
approve deployment | waiting for approval | pending deployment => update: review+pending+deployment|pending+deployment
delete run | old runs => delete: workflow+run|run
disable workflow | turn off workflow | pause workflow => update|stop: disable+workflow
enable workflow | turn on workflow => update|run: enable+workflow
turn off actions => update: actions+permission
runner token | register runner => create: registration+token|runner
dismiss review | throw out review => update: dismiss+review
dismiss alert | false positive | close alert => update: alert|update+alert
is pr merged | did pr get merged | already merged => check|get: check+merged|merged
file blob | raw git | git tree | git object => : git|tree|blob
merge branches | merge main into | merge * branch into => run: merge|repos+merge
unfollow => delete: unfollow
what are people up to | what is * up to | activity of user | public activity | timeline of => list: event|public+event|activity|timeline
thanks for | react with => create: reaction
close milestone | next milestone => : milestone
transfer issue => move: transfer
unlock thread => update: unlock
required fields => list: field|issue+field
key value record | record called => get: key+value+store+record|record
columns of dataset | fields of dataset => get: dataset+schema|schema
what does scraper need | input of scraper | how to use scraper => get: actor+detail|fetch+actor
scraping docs => search: doc
look for packages => search: package|library
one paper | read paper | ask paper => get: read+paper|inspect+paper|paper
code on github about => search: search+github|search+code
stop watching page => delete: monitor+delete
how did watch go => list: monitor+check|check
talk to page | click on page and scrape => run: interact
azure messaging | event routing => : eventgrid|servicebus|eventhub
document database => : cosmos|database
managed grafana => : grafana
virtual desktops | remote desktops => : virtualdesktop
ledger | tamper proof => : confidentialledger|ledger
real time connections | websockets => : signalr
iot devices | devices registry => : deviceregistry
parallel file system | hpc storage => : managedlustre|lustre
sync files to azure | file sync => : storagesync
log search cluster | data explorer => : kusto
search service | cognitive search => : search
outage affecting me => get: resourcehealth
who can do what | grant role | access control => list: role
well architected => get: wellarchitectedframework
check flow without saving => check: validate+workflow
tables in n8n | data table => : datatable
security of automations | audit automations => check: audit+instance|audit
scheduled flow | flow that => create: create+workflow
price alerts => create: monitor
weekly newsletter => send: mail|campaign
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
floor plan: map
crossing: intersect
nickname: name rename
wallpaper: image
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
rumor gossip: news
weather: weather
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
proof: attestation verification
paperwork: document
leaflet: document
sandbox: sandbox
playground: sandbox
rehearsal: test
dry-run: validate test
kickoff: meeting
split of | breakdown of | broken down by | what part of | slices | composition of | budget split => create: pie+chart|treemap
compare sales | compare across | side by side | ranking of | top ten as chart | per category => create: bar+chart|column+chart
is distributed | are distributed | age distribution | how spread => create: histogram|boxplot|violin
how full | fill level | progress towards goal | percent complete => create: liquid
who overlaps | overlap of audiences | in both groups => create: venn
compare on several | compare * skills | skills compared => create: radar
brainstorm | ideas around topic => create: mind+map
most common words | which words => create: word+cloud
flows from * to | where visitors go | budget flows => create: sankey
steps of process | decision tree | process steps | checkout steps => create: flow+diagram
connection string | database password | password safe | keep credentials => : keyvault|secret
read aloud | say out loud | recording into text | audio into text | spoken => : speech|transcription
third party offers | offers => : marketplace
am i using too much | close to limit | running into limits => get: quota|usage|limit
how should i set up | is setup any good | review setup => get: bestpractice|wellarchitectedframework|advisor|recommendation
make app faster | why is app slow | app is slow | app slow => get|check: applicationinsights|performance|applens|metric
nosql | json documents => : cosmos|mongodb|document
files between servers | shared drive => : fileshare|share
messages between services | decouple => : servicebus|queue|eventgrid
run job in container | containers without servers => : containerapp|container
until spinner | until * appears | until * disappears | until * gone | until * loaded | until * visible | give page time => run: wait+for|wait
window smaller | window bigger | bigger window | smaller window | full screen | make browser => update: resize
as it looks on phone | on small screen | like on phone | on tablet => update: emulate|resize
which element | what color is | how is * styled => get: css+style|snapshot|style
go to next field | next field => run: press+key
move slider => run: drag
what did page log | page log => list: console+message|console
is form filled | what can i click => get: snapshot|element
copy what is on | what is copied => get: clipboard
slide finger | next picture on phone | pull down => run: swipe
shake | volume up | volume down => run: press+button
what model | newest ai => list: model
customers deploy own | multi tenant workers => : dispatch+namespace
retry message | message again later => update: visibility
which address reaches worker | url of worker => : route|custom+domain
worker back | yesterdays worker | yesterdays version | old worker => run: version+rollback|rollback
who else is in account | my team on => list: member|user|team
more ram | more power | bigger plan | beefier => update: resize
everybody but my | except my ip | only my ip | only from my office => update: firewall|firewall+rule
new password for database | database password reset => update: update+user|user|reset
spent so far | spent this month | have i spent | did we spend | spending => get: balance|billing|invoice|usage|cost
restart app | app again => run: restart|deploy|update
what version of database | settings of database => get: configuration|option
copy of disk | image of disk => create: snapshot
what does table look like | table look like => get|search: search+object|schema|table
how many employees | how many orders | how many customers | average | sum of orders | revenue per => run: execute+sql|query|sql
documents that mention | logs that mention | entries mentioning => search: search
tests that fail sometimes | sometimes fail | randomly fail | red sometimes => get: test+performance|performance
how long do tests | tests take => get: performance|test+performance
spec take longest | files take longest => get: spec+file+performance
invoke echo | repeat after me => run: echo
pack file | shrink file => run: gzip|compress
people said | what people say | what did people => list: comment|message|feedback
older design | go back in design => list: version
who designed | whoami => get: me
people crash | app crashing for => get|list: crash|report|issue
which rules | are rules ok | rules correct => check: validate+security+rule|validate|rule
everyone with app | all phones => send: message|messaging
is deploy done | deploy done | deployed yet => get: deploy+status|deployment+status|status
config for web app | initialize sdk => get: sdk+configuration
keep checking | check regularly | every day check | look at * every => create: monitor|schedule
what is new on page => list: monitor+check|check
all pages of | list pages of site | structure of site | site structure => run: map
every article | whole blog | all posts | entire docs => run: crawl
how many credits => get: credit+usage|usage
book a table => create: booking|event
who contributed most | who wrote most => list: contributor|contributor+stat
is pr ready | can it be merged | can i merge => get: pull+request|status|check+merged
hide old repo | freeze repo | read only repo => update: repository|archive
take over issue | i will take | mine now => update: assignee|assign|issue
same bug twice | already reported | has anyone reported => search: issue
throw away branch | drop branch | old branch => delete: branch|ref
who may push | push rights => list: collaborator|permission|protection
kick * off repo | remove * from repo => delete: remove+collaborator|collaborator
kick * out of org | leaves company | left company => delete: remove+member|membership|user
stop builds | stop all runs => stop: cancel
green check | red cross => list: check|status
speed up build => : cache
secret leaked | password in code => list: secret+scanning+alert|alert
what goes into product | components used | bill of materials => get: sbom|dependency
put website online | host website | host page | publish site => create|run: pages+site|page|deploy
rebuild site => run: build|deploy|pages+build
environment variables of site | site settings | site variables => update|get: env|project
roll site back | earlier deploy => run: deploy|rollback
which add ons => list: extension|plugin|integration
street level | where exactly => get: geocode|reverse+geocode
hungry | thirsty | lunch spot | eat out => search: place|local|category+search
fastest by car | by bike | by train | on foot => get: direction|isochrone|matrix
my position | where am i => get: ground+location|location|reverse+geocode
weather on mountain => get: elevation
two people know | friends with | colleague of => create: relation
was wrong about | correct memory | no longer works => delete|update: observation|relation
everything stored => get: read+graph
board for project | board to track => create: board
tell team in item | write under item => create: update|comment
what was decided | meeting summary => get: transcript|note
out of sprint | in sprint => get: sprint
who works on what | workload => list: task|item|assign
put file next to | attach contract => create|update: asset|attachment
send later | keep as draft | save as draft => create: draft
mail to boss | note to boss => send: mail
clean inbox | tidy inbox => delete|move: mail|rule
birthday of | phone of colleague => search|get: contact|people|user
where is * sitting | is * in office => get: presence
is * busy => get: schedule|presence|free+busy
repeat meeting | weekly standup | every monday => create: event
push to later | half hour later | one hour later | earlier start => update: calendar+event|event
what was presented => get: recording|presentation
numbers in row | total of column => get: range|used+range
sort table | alphabetical => update: sort
latest files from team => list: file|recent|drive
hand in | turn in => create: submission
flow from example | ready flow => search: template
did automation work | did flow => list: execution|run
key for service in flow => : credential
turn design into code => : figma|data
new developer org => create: scratch+org
put code on org | send code to org => run: deploy+metadata|deploy
accounts from | all accounts => search|run: soql|query
may use feature | let * use feature => update: assign+permission+set|permission
check my code | code problems | problems in code => check: analyzer|lint|scan
error since yesterday | new problems | most users affected => search: issue|event|error
which projects send => list: project
think hard | careful reasoning => run: sequentialthinking
how do i call shop | shop data => search: doc
sell online | product for sale => create: product
forgive | hand money back => create: refund
who has not paid | still owe us | owes us => list: invoice
ask for money | request payment | get paid => create: payment+link|invoice
renewals | paying each month => list: subscription
cheaper for friends | loyalty => create: coupon
dig into topic | background on | study of market => run: research
look at this url | what does url say => get|run: extract|scrape|fetch
voice to customer | robot call => create: call
did text arrive | was message delivered | delivery status => get: message|fetch+message
how did call go | how long was call => get: call|fetch+call
throw out recording => delete: recording
number in germany | foreign number | number abroad => list: available+phone+number
`;
