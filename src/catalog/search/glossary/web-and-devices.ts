// Browsers, phones, web search and crawling, files and processes, mobile back ends, design files. Syntax: see glossary.ts.

export const WEB_AND_DEVICES = `
click: press tap push button hit link select
double tap: twice tap zoom
long press: hold keep finger pressed
hover: mouse pointer cursor move tooltip
drag: pull drop move slide card element
drop: drag file outside
type text | browser type | type key | fill: enter write input keyboard field text box insert put
fill form: enter complete fields sign form inputs registration details whole
select option: dropdown choose pick menu list entry combo
press key: enter escape tab keyboard shortcut hit ctrl arrow hotkey
press button: home back volume power hardware start screen
navigate | open url: go visit open url website page address link load site surf
navigate back: previous last back return earlier
new page | tabs: tab open another window
select page: tab switch change other bring
list page | tabs: tabs open
close page | browser close: tab shut quit exit window
resize page | browser resize | resize: window size width smaller bigger phone larger pixel
emulate: phone mobile slow 3g network offline dark pretend connection throttle cpu geolocation user agent iphone tablet think place timezone
emulate media: dark mode print light color scheme theme night
take screenshot | screenshot: picture image capture photo shot see look screen snap
take snapshot | snapshot: structure elements text accessibility tree outline dom
save screenshot: file disk store
console message: errors log javascript js warnings debug red listed
network request: http call api traffic xhr requests response loads fetch made server answer login calls
evaluate | evaluate script | run code: javascript js execute code script console run
handle dialog: alert popup confirm dismiss prompt box window message accept cancel cookie
file upload | upload file: attach choose photo picker document file field send input
wait: appear loaded hold pause text shows finished seconds visible ready
lighthouse: seo accessibility score audit performance quality best practices rate good grade
performance trace | start trace | start tracing: slow speed load record profile fast
performance insight: details slow lcp layout
stop trace | stop tracing: finish end
heapsnapshot: memory leak dump heap ram
css style: style rule design element color font look css
highlight: frame outline mark border show element point visible
hide highlight: remove frame get rid
annotate: draw comment mark feedback
pdf save: print pdf export page save paper
start video | screencast start | start recording: record film video capture session screen
stop video | screencast stop | stop recording: finish end video
video chapter: marker section title
start recording: actions code steps record clicks macro
mouse wheel: scroll
mouse click xy: coordinates position exact pixel
mouse move: pointer cursor
find: search text word page
resume: continue paused

launch app: open start run phone application
terminate app: close kill quit stop force exit shut
install app: apk put add phone load ipa
uninstall app: remove delete phone
list app: installed applications phone
foreground app: current open front active showing program
swipe: scroll slide flick finger list
element screen: buttons visible list
screen size: resolution dimensions pixels big
orientation: landscape portrait rotate sideways turn rotation upright
set location: gps fake position pretend spoof location somewhere
device log: logcat android ios system messages
crash: app died failed error exception stopped
list device: phones emulator connected available simulators attached
clipboard: copy paste copied text put
screen recording: film video record
remote device: cloud rent real phone reserve borrow
release device: give back return free finished
batch command: steps sequence once together

web search | search web: google internet find online look information search answer question results
news search: headlines latest happened world press current events
image search: picture photo find images pictures wallpaper
video search: tutorial youtube clip watch film find
summarizer: summary short sum key points overview tldr
llm context: grounding content relevant
scrape | extract: text content page grab read website webpage article pull data url get
crawl: whole site pages entire website documentation recursively everything copy download
map site | firecrawl map | tavily map: links urls sitemap pages structure list
crawl status: progress finished ready
research: deep thorough report investigate study analyze topic in-depth comprehensive find everything
research paper | search paper: scientific article study academic publication arxiv journal literature science
related paper: similar cite citation references resemble
read paper: passage text says question inside
inspect paper: abstract authors metadata
developer search: code github library issue
credit usage: left remaining balance used
parse: pdf document convert docx file markdown text word
monitor: watch change notify track recurring regularly website page price observe
create monitor: watch notify whenever changes tell
update monitor: pause resume change often
delete monitor: stop quit
monitor run: check immediately
monitor check: history results past changed lately
interact: click live browser session fill
agent: autonomous find data web

actor: scraper crawler bot tool scraping
search actor: find scraper store
call actor: run start scraper scrape launch
abort run: stop cancel kill halt
actor run: job status result scraping finished
run log: output printed wrote error
dataset item: rows results scraped data output records
dataset schema: fields columns structure
key value store: record
resolve library: package docs name
query docs | search docs: documentation library manual api current reference framework look read examples
run project test | get run: ci tests last recent builds
test performance: slow slowest flaky duration long
spec performance: slow slowest files long duration
test result: failed error pass
project: list

read file | read text file | file contents: open show look content see inside text view print cat
read multiple file: together once files
media file: picture image audio photo base64 sound mp3
write file: save create text store new disk put overwrite append
edit file | edit block: replace change line modify fix substitute code swap
create directory: folder make new mkdir
list directory: folder files show contents ls inside
directory size: big large space downloads
directory tree: structure nested folder recursive hierarchy overview
move file: rename name relocate put folder another elsewhere
search file: find locate look name
start search: find contents grep text files look disk
file information: size date changed modified big details created last old permission
allowed directory: permitted access touch
write pdf: report document create generate pdf
start process: run command terminal shell execute program launch script bash npm python
process output: printed result command shows said terminal log
interact process: input type answer repl send python
kill process | terminate: stop end hang frozen stuck program force close task pid
list process: running programs tasks cpu
list session: terminals open active
config value: setting change option
recent tool call: history used earlier
usage stats: statistics used often
lint: style problem eslint check code mistake quality javascript js formatting
sum: add plus numbers total
echo: repeat say back same
gzip: compress zip smaller pack
env: variables environment
long running: slow progress wait

messaging message: push notification phone alert device fcm users topic
auth user: account login person sign registered
update auth user: disable lock ban block claim suspend admin
firebase deploy: publish live release site put hosting online ship
deploy status: finished progress
firebase init: set start initialize add project
firebase login: sign log account
firebase logout: sign
sdk config: snippet keys connect web credentials
create app: register android ios web new
security rule: access read write allowed permission protect
validate rule: check correct mistake syntax
functions log: error output serverless printed
remoteconfig update | remote config: feature flag toggle switch setting
crashlytics report: crashes common top statistics users affected
crashlytics issue: crash bug error details
crashlytics update: close resolved fixed mute reopen mark
crashlytics note: comment remark
crashlytics event: crash samples stack trace
download url: link share file temporary get
hosting backend: app web server
fetch log: output error backend

comment: remark feedback note said discussion
comment reaction: emoji thumb
figma file | get file: design layout document content frames screens mockup
file node: layer frame element part
get image | figma image: export png svg render picture frame jpg asset icon download
file version: history older previous revisions earlier changes
component: button library reusable element symbol
component usage: often used popular
style: color font text typography
variable: design token color theme spacing
folder file: inside contents documents
team folder: projects top
dev resource | dev resrcs | dev res: link storybook code attach jira
activity log: audit happened people
plugin: extension addon install available
performance analyze: details slow
close browser: quit
mouse down: hold button press
mouse up: release button
mouse drag: pull slide
mobile: phone smartphone android iphone device
type key | type mobile: enter write phone
cloud provider: log sign login
list element: buttons tap
get orientation: portrait landscape held
batch: sequence steps
local search: businesses
brave summarizer: short answer
tavily search: google internet web find online look current facts
search stop | stop search: cancel looking
list search: running active
more result: next further continue
multiple files: together
feedback: opinion rate report
metadata file: details
move: rename
get config: settings options
set config: settings option change
search database | search objects: tables columns schema structure
execute sql: query select rows run count insert statement
database: tables rows
search elastic: find documents query matching text
resource read: docs
firebase project: app
get project: details current
create project: new start
environment firebase: current directory active
logout: sign leave bye
sha: fingerprint certificate signing
sms region: countries block allow texts
storage object: file
batch get event: details samples
list function: deployed code
list backend: apps
list note: comments
delete note: remove comment
rollback template: earlier

find tools: data providers
interact stop: close end session
agent status: finished progress result
list monitor: watched pages
get monitor: details settings
actor details: inputs price readme
list dataset: results collections
get dataset: details size
key value record: file saved output screenshot
fetch docs: open read page manual
list run: history past recent

annotated message | resource link | structured content: demo example
tiny image: logo picture
environment get: variables
toggle: switch
simulate: pretend

webhook figma: notify
delete comment | del comment: remove erase
delete webhook | del webhook: stop remove
get me: account
file meta: last edited name thumbnail
component set: variants
image fill: photos used pictures
payment: bought purchased paid plugin
library analytics: used often popular adoption
ai usage: credits
embed: iframe website
published variable: tokens library shared
pst variable: create change tokens colors bulk

current run detail: tests outcome status passed failed
signature test: identifier
spec instance: debug details
docs nx: monorepo workspace
stop video | screencast stop: end filming
find browser: word page
open url: website phone link
stop search: running
actor run get: finished job
search stop: running end
edit file: word change typo
session list: python terminals open
scrape: page save links
get report: crashes
update issue crashlytics: fixed solved
event list: last crashes
auth update: block ban user lock
note create: teammates comment
remoteconfig get: current flags see
function list: live
comment create | pst comment: remark say
comment delete | del comment: remark
screenshot: look
fill: put text
tab: another
navigate: go visit
`;
