// Mail, calendars, chats, meetings, files in a drive, sheets, notes, tasks and people. Syntax: see glossary.ts.

export const OFFICE = `
mail | mail message: email inbox letter outlook message gmail
send mail: email write letter message tell compose
reply mail: answer respond back write email return
reply all: everyone thread answer whole group recipients respond everybody
forward mail | forward message: pass share send email show
move mail: folder archive file put sort junk spam inbox
copy mail: duplicate folder
update mail: mark read unread flag important seen star category
delete mail: trash throw remove bin junk get rid
create draft | draft email: prepare compose write unsent sending start save
send draft: send prepared ready finished written
reply draft: answer prepare unsent
list mail: inbox unread new received came recent latest sender emails check look
get mail: read open show body full content email
mail mime: raw eml source original headers download save
mail attachment: file attached pdf document enclosed
add attachment: attach file enclose put
mail folder: directory inbox subfolder archive
mail rule: filter automatic sort newsletter move incoming automatically spam rule whenever always
mailbox setting: office vacation autoreply signature timezone holiday automatic reply absence working hours language
mail tips: full mailbox recipient sending
focused inbox: important other priority sender always
category: color tag label
shared mailbox: team support info address other common group behalf delegated
calendar: agenda schedule diary appointment
calendar event: meeting appointment date invite schedule
create event | create calendar event: book schedule meeting appointment plan set put invite lunch call arrange block
update event | update calendar event: reschedule move postpone push change earlier shift time room location title
delete event | cancel event: call scrap drop meeting remove
cancel event: call organizer tell attendees
accept event: yes confirm attend come join going rsvp
decline event: reject refuse skip turn attend
tentatively accept: perhaps unsure possibly provisional
snooze reminder: remind minutes postpone
dismiss reminder: stop silence
forward event: invite share else pass meeting
calendar view: tomorrow week agenda upcoming schedule day busy plans happening coming
event instance: recurring series occurrences repeats weekly
find meeting time: free slot available everyone common suit everybody work
get schedule: free busy availability available colleague
calendar permission: share see access assistant delegate
shared calendar: colleague else another person's boss
create calendar: new separate
group calendar: team
online meeting: teams call video link join zoom conference virtual
attendance: attended showed present joined participants came absent long
recording: video replay watch recorded listen tape audio missed
transcript | transcription: said word text spoken words wrote written verbatim minutes notes talk discussed speech
room: conference meeting space book
room list: building floor
webinar: event online seminar
chat: conversation message dm talk teams group direct
create chat: start new conversation group talk
chat message | channel message: wrote said post teams text conversation
send chat: message write tell dm text colleague ping privately
send channel: post announce write team tell everyone publish
reply message | reply chat | reply channel: answer respond thread back
message reaction: emoji thumb heart react smile
pin message: stick top keep important
unpin message: remove top
update message | update chat message: edit correct typo fix change
list message: read history conversation written said last recent
chat member: participants people
channel: team room stream topic
create channel: new topic open team
channel file: documents stored
channel tab: pinned apps
team member: people add join put bring
remove member: kick throw leave drop
joined team: belong
presence: online busy available status offline dnd free reachable desk
set presence | preferred presence: appear busy available invisible show disturb
status message: text note working tell lunch
clear presence: reset automatic back normal
planner task: todo work assign team card project
planner bucket: column group board section
planner plan: project board
task detail: checklist description notes
todo task | create task: remind reminder list buy task remember errand
update task: complete finish tick check due deadline postpone
delete task: remove drop
todo list | task list: shopping list lists groceries collection
linked resource: attach related source
drive item | onedrive: file document folder cloud onedrive
file content | folder file | download url: onedrive cloud document
upload file: put save store document send cloud
upload session: large big huge resumable video gigabyte
download: save get local copy disk offline
search onedrive | search file: find document look locate lost
share drive item | share link: send access link give url customer external view
list permission: access see shared allowed
delete permission: unshare stop revoke sharing take access
create folder: new directory make
move rename: name put elsewhere organize call different
copy drive item: duplicate another
item version: previous old history earlier older revisions versions
thumbnail: preview small picture
preview: embed view quick
drive delta: changed sync new
sensitivity label: confidential classification protect secret internal
excel range: cell sheet spreadsheet value area
update range: write set fill put formula cell value enter type change number
get range: read cell value look see content
used range: everything filled data entire content
clear range: empty erase blank wipe remove content
delete range: remove shift cells rows
insert range: add blank empty row column space
sort range: order rank alphabetical ascending descending biggest arrange
merge range: combine join cell title header
unmerge: split separate undo apart
format font | range font: bold italic color size letters text underline header
format fill | range fill: background color highlight yellow red shade paint
format border | range border: line frame outline around box
excel chart | create chart: graph plot diagram visualize
excel table: rows columns list
table row: line entry record add append
excel table row: line entry
worksheet: tab sheet page tabs sheets
onenote | onenote page: note notebook write jot page notes
onenote section: tab chapter divider
notebook: notes book
sharepoint site: intranet page portal team company
sharepoint list: table records list data
list item: entry row record entries rows
list column: field property fields
site drive: document library files
contact: person phone number address email people friend client customer addressbook
create contact: save new add person business card
update contact: change new phone number moved email changed
contact folder: group addressbook
user: person people account member colleague employee staff
list user: everyone employees directory company people staff works
manager: boss supervisor lead report chief superior
direct report: team subordinate employees manage staff underlings
current user | get me | get self: myself logged account profile signed
relevant people: work often contact colleagues frequently
profile photo: picture avatar image face
membership: belong groups part
group member: people add distribution put
group owner: responsible admin bosses head leads
group: distribution team mailing
create subscription: notify webhook changes push tell whenever listen new arrives
update subscription: renew extend
search query: find everywhere everything
trending: popular documents hot around
language: locale
timezone | time zone: zones
custom emoji: emoji icon own
activity notification: feed alert ping
copilot retrieve: ask company documents find answer knowledge grounding content
list drive: libraries storage onedrive
list excel table: tables
supported language | supported time zone: available choose
list emoji: available icons
associated team: member part
delta: changed last new sync updates
list folder: directories
child folder: subfolder inside nested
delete folder: remove
update folder: rename
delete contact: remove erase person forget
list contact: addressbook people phone
delete message | delete chat: unsend remove take
list attachment: files enclosed documents
delete attachment: remove file
list version: history older
restore version: back old
delete onedrive file: remove trash erase document
list folder file: inside contents documents folder
root item: top level
list channel: rooms topics
delete channel: remove close
update channel: rename description
channel reply | message reply: answer thread respond
list reply: answers thread responses discussion
hosted content: images pictures inline
list chat: conversations dms recent
get team: details description
delete calendar: remove
update calendar: rename color
get event: details
list event: meetings appointments schedule upcoming plans
event delta: changed new
delete online meeting: cancel remove
update online meeting: lobby bypass change
list online meeting: find details
list recording: videos past
room list room: meeting rooms building
update place: room capacity
list plan task: everything project todos
get task: details
list bucket: columns groups
delete bucket: remove column
update bucket: rename column
task message | task comment: comment discuss chat
list section | list page | list notebook: notes
create section: new tab chapter divider
create notebook: new
delete page: remove note
update page content: change edit note
range format: look font formatted color pretty colour
list row: data entries contents read
update row: change edit entry
delete row: remove line entry
delete column: drop field
update column: rename field
update list item: change edit entry
delete list item: remove entry
list subscription: webhooks active
delete subscription: stop unsubscribe notifications
list rule: filters automatic
delete rule: remove filter
update rule: change filter
list category: colors labels
list group: teams
delete group: remove dissolve
update group: rename description
group conversation | group thread: posts discussion
remove owner: take
add owner: make responsible
my profile: details
schedule: availability busy free
presence by user: colleagues online
webinar session: agenda talks
mail tip: vacation
draft: unfinished
installed app: teams apps
tentatively: undecided decide yet
recording content: listen watch replay
update chat message | update channel message: typo mistake fix wrong
list chat message: wrote other texts history
rename onedrive: call else name
out of office: vacation
todo task create: remember buy remind forget
todo task complete | update todo: tick finished cross
find meeting: free slot
forward mail: pass see
decline: coming cannot make
accept: coming
range: box squares field
range sort: order
table row add: append line bottom
drive item share: see link
permission list: see open
permission delete: take stop
contact create: save business card number
photo: picture face
channel message send: announce
chat create: talk group
team member add: bring
attachment: file paper picture
planner: project board
site search | search site: exist
user list: everyone company staff directory
`;
