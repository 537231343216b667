// Mail, calendars, chats, meetings, files in a drive, sheets, notes, tasks and people. Syntax: see glossary.ts.

export const OFFICE = `
mail | mail message: email inbox letter outlook message gmail
send mail: email write letter message tell compose
reply mail: answer respond back write email return
reply all: everyone all thread answer whole group recipients respond everybody
forward mail | forward message: pass on share send along email show
move mail: folder archive file put sort junk spam inbox
copy mail: duplicate folder
update mail: mark read unread flag important seen star category
delete mail: trash throw away remove bin junk get rid
create draft | draft email: prepare compose write later unsent without sending start save
send draft: send prepared ready finished written
reply draft: answer prepare unsent
list mail: inbox unread new received came from recent latest today sender emails check look
get mail: read open show body full content email
mail mime: raw eml source original headers download save
mail attachment: file attached pdf document enclosed
add attachment: attach file enclose put
mail folder: directory inbox subfolder archive
mail rule: filter automatic sort newsletter move incoming automatically spam rule whenever always
mailbox setting: out office vacation autoreply signature timezone away holiday automatic reply absence working hours language
mail tips: full mailbox away recipient before sending
focused inbox: important other priority sender always
category: color tag label
shared mailbox: team support info address other common group behalf delegated
calendar: agenda schedule diary appointment
calendar event: meeting appointment date invite schedule
create event | create calendar event: book schedule meeting appointment plan set up put invite lunch call arrange block
update event | update calendar event: reschedule move postpone push change later earlier shift time room location title
delete event | cancel event: call off scrap drop meeting remove won't
cancel event: call off organizer tell attendees
accept event: yes confirm attend come join going rsvp
decline event: no reject refuse can't skip turn down attend
tentatively accept: maybe perhaps might unsure possibly provisional
snooze reminder: later remind again minutes postpone
dismiss reminder: stop silence away
forward event: invite share someone else pass meeting
calendar view: today tomorrow week agenda upcoming schedule day busy plans happening between coming
event instance: recurring series occurrences repeats weekly
find meeting time: free slot available everyone common when suit everybody both work
get schedule: free busy availability available colleague when
calendar permission: share let see access assistant delegate
shared calendar: colleague someone else another person's boss
@create calendar: new separate
group calendar: team
online meeting: teams call video link join zoom conference virtual
attendance: attended showed who present joined participants came absent came long
recording: video replay watch again recorded listen tape audio missed
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
message reaction: like emoji thumb heart react smile
pin message: stick top keep important
unpin message: remove top
update message | update chat message: edit correct typo fix change
list message: read history conversation written said last recent
chat member: who participants people in
channel: team room stream topic
create channel: new topic open team
channel file: documents stored where
channel tab: pinned apps
team member: people add join who put bring
remove member: kick throw out leave drop
joined team: which mine my belong
presence: online busy available away status offline dnd there free
set presence | preferred presence: appear busy away available invisible show disturb
status message: text away note working tell
clear presence: reset automatic back normal
planner task: todo work assign team card project
planner bucket: column group board section
planner plan: project board
task detail: checklist description notes
todo task | create task: remind reminder list buy task remember do errand
update task: complete finish tick done check off due deadline postpone
delete task: remove drop
todo list | task list: shopping list lists groceries collection
linked resource: attach related source
drive item | onedrive: file document folder cloud
upload file: put save store document send cloud
upload session: large big huge resumable video gigabyte
download: save get local copy disk offline
search onedrive | search file: find document look where locate lost
share drive item | share link: send access link let anyone give url customer external view
list permission: who access see shared allowed can
delete permission: unshare stop revoke sharing take away access
create folder: new directory make
move rename: name put elsewhere organize call different
copy drive item: duplicate another
item version: previous old history earlier older revisions versions
thumbnail: preview small picture
preview: embed view quick
drive delta: changed since sync new
sensitivity label: confidential classification protect secret
excel range: cell sheet spreadsheet value area
update range: write set fill put formula cell value enter type change number
get range: read cell value look see what content
used range: everything filled data all entire content
clear range: empty erase blank wipe remove content
delete range: remove shift cells rows
insert range: add blank empty row column space
sort range: order rank alphabetical ascending descending biggest arrange
merge range: combine join one cell title header across
unmerge: split separate undo apart
format font | range font: bold italic color size letters text underline header
format fill | range fill: background color highlight yellow red shade paint
format border | range border: line frame outline around box
excel chart | create chart: graph plot diagram visualize
excel table: rows columns list
table row: line entry record add append
excel table row: line entry
worksheet: tab sheet page tabs
onenote | onenote page: note notebook write jot page notes
onenote section: tab chapter divider
notebook: notes book
sharepoint site: intranet page portal team company
sharepoint list: table records list data
list item: entry row record
list column: field property
site drive: document library files
contact: person phone number address email people friend client customer addressbook
create contact: save new add person business card
update contact: change new phone number moved
contact folder: group addressbook
user: person people account member colleague employee staff
list user: everyone employees all directory company people staff who works
manager: boss supervisor lead report chief superior
direct report: team subordinate employees under manage staff underlings
current user | get me | get self: who am myself my logged account profile signed
relevant people: work most often contact colleagues frequently
profile photo: picture avatar image face
membership: belong groups in which am
group member: people add distribution who put
group owner: responsible admin
group: distribution team mailing
create subscription: notify webhook changes push tell whenever listen new arrives
update subscription: renew extend
search query: find everywhere everything across all
trending: popular documents hot around
language: locale
timezone | time zone: zones
custom emoji: emoji icon own
activity notification: feed alert ping
copilot retrieve: ask company documents find answer knowledge grounding content
list drive: libraries storage onedrive which
list excel table: which tables
supported language | supported time zone: which available choose
list emoji: which available icons
associated team: member part which
sensitivity label: secret internal which
delta: changed since last new sync updates
list folder: which directories
child folder: subfolder inside nested
delete folder: remove
update folder: rename
delete contact: remove erase person forget
list contact: addressbook people phone all
delete message | delete chat: unsend remove take
list attachment: files enclosed documents which
delete attachment: remove file
list version: history older
restore version: back old
delete onedrive file: remove trash erase document
list folder file: what inside contents documents
root item: top level
list channel: rooms which topics
delete channel: remove close
update channel: rename description
channel reply | message reply: answer thread under respond
list reply: answers thread under responses discussion
hosted content: images pictures inline
list chat: conversations my dms recent
get team: details description
list team: which mine
list calendar: which all mine
delete calendar: remove
update calendar: rename color
get event: details where when
list event: meetings appointments schedule upcoming plans
event delta: changed new
delete online meeting: cancel remove
update online meeting: lobby who bypass change
list online meeting: find details
list recording: videos past
room list room: meeting rooms building which
update place: room capacity
list plan task: everything project todos all
get task: details one
list bucket: columns groups
delete bucket: remove column
update bucket: rename column
task message | task comment: comment discuss chat
list section | list page | list notebook: my notes which
create section: new tab chapter divider
create notebook: new
delete page: remove note
update page content: change edit note
delete range: remove cells
range format: look font how formatted color
list row: data entries contents read
update row: change edit entry
delete row: remove line entry
insert range: blank
list column: fields which
delete column: drop field
update column: rename field
list item: entries rows
update list item: change edit entry
delete list item: remove entry
list subscription: webhooks which active
delete subscription: stop unsubscribe notifications
list rule: filters which automatic
delete rule: remove filter
update rule: change filter
list category: colors labels which
list group: teams all which
delete group: remove dissolve
update group: rename description
group conversation | group thread: posts discussion
remove owner: take
add owner: make responsible
my profile: about me details
schedule: availability busy free
presence by user: colleagues who online several
membership: groups which part
webinar session: agenda talks
mail tip: vacation
draft: unfinished later
installed app: which teams apps
group owner: bosses responsible head leads
list folder file: what is in inside my folder
tentatively: undecided decide yet maybe
recording content: listen watch again replay
update contact: new number email changed moved
update chat message | update channel message: typo mistake fix wrong
list chat message: wrote each other texts history
rename onedrive: call something else name
delete mail: bin trash
out of office: vacation
mailbox setting: holiday absence reply vacation hours language
todo task create: remember buy remind do not forget
todo task complete | update todo: tick done finished cross
find meeting: when can we all free slot
forward mail: pass let see
calendar view: what have i on today week
decline: not coming cannot can't make
accept: coming be there
cancel calendar: off
presence: free busy there reachable desk
status message: tell lunch
worksheet: tabs sheets
range: box squares field
range format: pretty colour look
range sort: order
table row add: append line bottom
drive item share: let see link
permission list: who see open
permission delete: take away stop
contact create: save business card number
photo: picture face
channel message send: announce
chat create: talk several group
team member add: bring
attachment: file paper picture
planner: project board
notebook: notes
site search | search site: which exist
user list: everyone company staff directory
manager: boss
`;
