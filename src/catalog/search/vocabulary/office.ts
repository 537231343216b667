// Mail, calendars, chat, documents, notes and tasks of office suites. Syntax: see vocabulary.ts.

export const OFFICE = `
send email | shoot email | fire off email | drop * email | email someone | email * to | mail * to | write email to | email my | email the team | compose email | send mail => send: mail|email|send+mail
draft email | prepare email | write draft | email * later | without sending | not send yet => create: draft|draft+email|draft+message
reply to everyone | reply all | answer everyone | respond to everyone => send: reply+all
get back to | write back | write back to | answer email | answer mail | respond to mail | respond to email | reply to * email | answer message => send: reply
pass * along | pass * on | send * on to | forward * to | loop in => send: forward
unread mail | unread email | unread messages | anything unread | new mail | new emails | latest emails | recent emails | check mail | check email | check inbox | in inbox | my inbox | read mail | my emails | any mail | mail from | emails from | email from | message from => list|get: mail+message|mail|message|mail+folder+message
find email | find mail | search mail | search inbox | search email | dig out email | that email about => search|list: mail+message|mail|message|search
junk mail | spam | block sender => update: junk|mail+rule|spam
mail rule | inbox rule | automatically move | automatically put | automatically sort | auto sort | filter mail | filter emails | into their own * folder | every mail from => create: mail+rule|rule
mail folder | email folder => : mail+folder|folder
file email | move email | move mail | move message to folder | put email in folder => move: move+mail|mail+message|move
delete email | bin email | trash email => delete: mail+message|mail
flag email | mark email | mark as read | mark as unread | mark mail | star email => update: mail+message|mail|update+mail
email attachment | attached file | attachment | files attached => : attachment|mail+attachment
out of office | away message | vacation responder | auto reply | auto responder | automatic reply | i am on vacation | on holiday => update: mailbox+setting|automatic+reply|auto+reply
email signature | mailbox settings | working hours => : mailbox+setting
shared inbox | shared mailbox | team inbox | support inbox => : shared+mailbox|mailbox
mailing list | distribution list | group members | email group => : group|group+member|member
read receipt => : receipt|message
put * on calendar | block off | block out | pencil in | set up meeting | set up call | arrange meeting | book meeting | book time | schedule meeting | schedule call | schedule * with | put * in diary | add to calendar | invite * to meeting | calendar invite | new appointment => create: calendar+event|event|meeting
my day | my agenda | my schedule | on calendar | on my calendar | what meetings | next meeting | meetings today | meetings tomorrow | do i have meetings | appointments today | my week | upcoming meetings | coming up | what is on today | what is on tomorrow | what is on tonight | what is on this week | what is on next week | what is on for => list|get: calendar+view|calendar+event|event|calendar
cancel meeting | call off meeting | drop meeting | scrap meeting => delete|stop: cancel+event|calendar+event|event|cancel
move meeting | push back meeting | reschedule | push meeting | postpone | shift meeting | change meeting time | move * to next week | move * to tomorrow => update: calendar+event|event|update+event
accept invite | accept meeting | accept invitation | decline meeting | decline invite | turn down meeting | say yes to | say no to | rsvp | tentative => update: accept+event|decline+event|accept|decline|respond
am i free | are we free | is * free | are * free | free slot | find time | when is everyone free | who is free | availability | when can we meet | time that works | slot that works | free busy | open slot | us free => search|get: find+meeting+time|meeting+time|schedule|free+busy|availability
meeting room | conference room | book room | rooms available => list|create: room|place
video call | teams call | teams meeting | online meeting | video meeting | meeting link | join link => create: online+meeting|meeting
meeting transcript | what was said | meeting notes | meeting minutes | transcript of => get|list: transcript|meeting+transcript
meeting recording | recording of meeting => get|list: meeting+recording|recording
who attended | who joined meeting | who showed up | attendance => get|list: attendance|attendance+report|attendee|attendance+record
shared calendar | their calendar | someone elses calendar => : shared+calendar|calendar
new calendar => create: calendar
repeat every | recurring meeting | series of meetings => : event+instance|calendar+event|recurring
who is online | is * online | is * available | is * around | online status | away status | presence | set status | show me as | appear as | do not disturb => get|update: presence
direct message | private message | dm someone | ping someone | ping * on teams | message someone | message * on teams | write * on teams | chat with | chat message => send: chat+message|chat|message
post in channel | post to channel | post * in channel | announce in channel | message channel | tell channel | write in channel => send: channel+message
reply in thread | answer in thread | reply in channel => send: reply+channel|reply+message|thread+reply
read channel | what was said in channel | latest in channel | channel history | messages in channel | posts in channel => list: channel+message|message
group chat | group conversation | start chat | new chat => create: chat
chat history | recent chats | messages in chat | what did * say | conversations | conversation with => list: chat+message|chat|message
add * to chat | remove from chat => : chat+member
add * to channel | add * to team | join team => create: team+member|channel+member|member
who is in channel | who is in team | who is in chat => list: member|channel+member|team+member|chat+member
new channel | set up channel => create: channel
new team => create: team
what teams | my teams | which teams => list: joined+team|team
react to message | thumbs up | like message | heart message => create|update: reaction
pin message => update: pin
people who report | who reports to | direct reports | my reports | my people | underlings => list: direct+report
my boss | my manager | who is manager | reports to => get: manager
org chart | reporting line => get: manager|direct+report|organization
find colleague | look up colleague | colleague email | coworker | who is | find person | find someone | people named | contact details of => search|list|get: user|people|contact
my profile | who am i | my own profile => get: me|current+user|user|self|authenticated
profile picture | profile photo | my avatar | my photo | change photo => update|upload: profile+photo|photo
address book | phone book | new contact | add contact | save contact | business card => : contact
share file | share document | share folder | share link | sharing link | link to file | give * access to file | give * access to * on | give * access to spreadsheet | give * access to document | let * see file | let * edit => send|create: share|share+link|permission|invite
who can open | who can see | who can edit | who can view | file permissions | who has access to file => list: permission|drive+item+permission
stop sharing | unshare => delete: permission
upload file | upload document | put file on drive | save to drive | save to onedrive | put on sharepoint => upload|create: upload+file|upload|file+content|upload+session
download file | grab file | get document from drive => download|get: download|content|file+content|download+url
earlier version | earlier versions | earlier copies | previous version | older version | version history | past versions | file history => list|get: version
restore version | go back to old version | go back to version => update: restore+version|version
find file | find document | search drive | search files | where is document | look for document | that file about => search: file|search|drive|document|search+file
recent files | latest files | files i worked on => list: recent|file
files in folder | in my drive | in onedrive | what is in folder | what files | contents of folder | in documents folder => list: folder+file|file|folder+child|drive+item|directory
new folder | make folder => create: folder|directory
delete file | remove file => delete: file|item
move file | rename file => update|move: move|rename
copy file | duplicate file => create|move: copy
file thumbnail | preview of file => get: thumbnail|preview
convert to pdf | as pdf => : pdf|convert|format
sharepoint site | team site | intranet | intranet site => : sharepoint+site|site
sharepoint list | list item | list entry => : list+item|sharepoint+list
word document | word doc | docx => : document|file|docx|item
slide deck | power point | powerpoint => : presentation|slide|file
take note | jot down | jot * down | write down | note down | make note | new note | add note | remember to => create: note|onenote+page|page
my notebooks | my notes | notes from => list|search: notebook|onenote|note|page
notebook section => : section
to do | todo list | to do list | todos | my tasks | tasks due | what do i have to do | what is due | things to do | still have to do => list: todo|task|todo+task
add task | new task | new todo | add todo | remind me to | remember me to | set reminder | put * on todo | put * on list | task for => create: todo+task|task|planner+task
tick off | check off | mark * done | mark * complete | finish task | complete task => update: todo+task|task|complete
assign task | task board | team plan | plan board => : planner+task|planner+plan|planner|task
plan bucket | bucket of plan => : planner+bucket|bucket
put * in sheet | put * in spreadsheet | write to cell | write cells | fill cell | enter into sheet | change cell | set cell | update cell | update cells | type into cell => update: range|excel+range|cell|update+range
read cells | read sheet | values in sheet | what is in cell | cell values | read spreadsheet | look at spreadsheet | get cells => get: range|excel+range|used+range
add row | append row | new row | add line to spreadsheet => create: row|table+row
add sheet | new sheet | new tab in spreadsheet | add tab => create: worksheet|sheet
sheets in workbook | which tabs | tabs in spreadsheet => list: worksheet
sort column | sort rows | sort sheet | sort by => update: sort
filter rows => update: filter
bold cells | color cells | format cells | make * bold | highlight cells => update: format|range+format
chart in excel | chart in spreadsheet | graph from sheet => create: excel+chart|chart
pivot table => : pivot
merge cells => : merge
insert table => create: table
columns of table => list: column|table+column
book appointment | booking page | bookings => : booking
virtual event | webinar => : virtual+event|webinar|event
mail: mail message email
emails: mail message email
inbox: mail message folder
vacation holiday: mailbox automatic+reply time+off shift
shift shifts roster: shift schedule
meetings: meeting event
invite: invite invitation attendee member
intranet: sharepoint site
colleagues: user people
deck: presentation
workbook: workbook excel
`;
