// Boards, wikis, designs, customer records, automations, notes an assistant keeps. Syntax: see vocabulary.ts.

export const KNOWLEDGE_AND_WORK = `
add card | new card | add item | new item | add row to board | put * on board | add task to board | new task on board | new entry on board | add to board => create: item|create+item|task
whats on board | what is on board | items on board | cards on board | tasks on board | board contents | rows of board | show board | rows on board => get|list: board+item|item|board
drag card | move card | move item | move task | into * column | into * section | to in progress | finished section | move * to group | move * to section => move|update: move+item|item+group|group
change status | set status | mark item | set column | change column | change value | set deadline | change due date | set due date | change priority | fill in column | update card | update item => update: column+value|change+item|item
new board | empty board | fresh board | create board => create: board|create+board
board columns | columns of board | what columns | board structure | structure of board => get: board+schema|schema|board+info
add column | new column => create: column
section of board | new section | new group => create: group
post update | write update | comment on item | leave update | comment on card | status update | progress update | add comment to item => create: update|create+update|comment
comments on item | updates on item | discussion on item => list|get: update|comment
activity on board | who changed board | board history | what happened on board => get: board+activity|activity
undo | take back | take back what | revert what i | undo what i | reverse last => run|update: undo|undo+action|revert
people in workspace | who is in workspace | workspace members | who is in our | everyone in workspace | team list | who is on | people on account | list people | list everyone => list: user|team|member
board from template | use template | ready made board => create: template
dashboard | overview screen => : dashboard
chart on dashboard | widget | put * on dashboard | add * to dashboard | chart * dashboard | battery widget | numbers on dashboard => create: widget
turn * rule off | turn off rule | turn off automation | disable automation | stop automation | pause automation | switch off automation | activate automation | turn on automation => update|stop: manage+automation|automation
when * then | automate | automatically when | automation that | rule that | set up automation | whenever | every time => create: automation|workflow|rule|create+automation
which automations | our automations | automations on => list: automation
questionnaire | survey | intake form | signup form | web form | make form | feedback form => create: form
form questions | edit question | add question => update: form+question|form
form answers | form responses | submissions => list|get: submission|form
remind people | notify user | bell notification => create|send: notification
log call with client | crm timeline | timeline entry => create: timeline+item|activity
workspace overview | what is in workspace | boards in workspace | folders in workspace => get: workspace+info|workspace
new workspace => create: workspace
who am i | my user id => get: user+context|me|self|current+user
sprint | sprints | iteration => : sprint
sprint summary | how did sprint go | retro => get: sprint+summary
new doc | write doc | make doc | new wiki page | write page | new page | create page | add page | page about | subpage | page in => create: page|doc|post+page
find page | search wiki | search pages | pages about | find notes | look up page | page called | find doc | find * page | which page | where is page | find * in notion | page for => search: search|post+search|page
read page | what does page say | content of page | text of page | show page | open page | page text => get: page|retrieve+page|block+child|page+markdown|read+doc
add to page | append to page | write on page | add paragraph | add text to page | put * on page | add heading | add bullet | to bottom of page | at end of page => update|create: block+child|patch+block|page+markdown|append|block
edit page | change page title | rename page | update page | archive page | trash page => update: page|patch+page
delete paragraph | remove paragraph | delete block => delete: block
comment on page | comments on page => : comment
pages in database | rows of database | rows in database | entries in database | filter database | query database | table entries => search|list: query+data+source|data+source|database
new database | new table in => create: database|data+source
move page | page under => move: move+page
people in notion | who is in notion | members of notion => list: user
who am i bot => get: self
design file | open design | look at design | layout of | what is in design | design data | frame in figma => get: figma+data|file|node
export icons | export images | export frames | download icons | save icons | images from design | render frames | as png | as svg => download|get: image|download+figma+image
comment on design | comments on design | feedback on design => : comment
react to comment => create: comment+reaction|reaction
design versions | earlier design | design history | file versions => list: file+version|version
design projects | projects of team | files in project => list: project|project+file|team+project
colour tokens | color tokens | design tokens | color variables | design variables | theme colors | tokens => list|get: variable|local+variable|style
change tokens | update tokens => update: variable
text styles | color styles | shared styles | published styles => list: style
shared components | component library | ui kit | published components => list: component
design webhooks | design activity => : webhook|activity
dev resources | link to code => : dev+resource
who uses library | library usage | library adoption => get: library+analytics|usage
remember | remember that | keep in mind | memorize | note that | note down that | note * down | do not forget | store fact | save fact | learn that => create: entity|observation|relation|create+entity|add+observation
works for | works at | is married to | is friend of | belongs to | lives in | is related to | reports to => create: relation|observation
what do you know | what do we know | what have you stored | what do you remember | do you remember | recall | remember about | everything about | know about => search|get: search+node|open+node|read+graph|node
forget | no longer true | wipe memory | forget about | erase from memory | forget that => delete: entity|observation|relation
whole graph | entire memory | everything you know | all you know | knowledge graph => get: read+graph|graph
think through | think step by step | reason through | work through problem | plan carefully | break problem | step by step thinking => run: sequentialthinking|thinking
building block | building blocks | node for | nodes for | which node | integration for | connector for | step for => search: node|search+node
node settings | how to configure node | details of node => get: node
repair workflow | fix workflow | broken flow | broken workflow | fix flow | repair flow | repair broken => run|update: autofix+workflow|autofix|workflow
check workflow | is workflow valid | workflow errors | is flow valid => check: validate+workflow|validate
ready made workflow | workflow template | example workflow | sample workflow | template for => search|get: template
my workflows | which workflows | our flows | my flows | all flows => list: workflow
new workflow | build flow | build workflow | automation flow | new flow => create: create+workflow|workflow
trigger workflow | run flow | test workflow | try workflow | fire workflow | start flow => run: test+workflow|workflow|trigger
past executions | workflow runs | failed runs | execution history | did flow run | failed executions | runs of workflow => list|get: execution
previous workflow version | workflow history | restore workflow | old version of workflow => get: workflow+version|version
is automation server up | n8n up | server alive => check: health+check|health
delete workflow => delete: workflow
edit workflow | change flow | add step to workflow | change one node => update: workflow|partial+workflow
logins for nodes | stored credentials => : credential
crm contact | crm deal | deal | deals | pipeline of deals => : deal|object
talk to api | which tools | what can you do | find tool | available tools | what tools => search|list: tool|find+tool|search+tool
send push | push notification | notify app users | app notification | notify phones | push message => send: messaging+send+message|message|notification
app users | signed up users | user accounts | find user account | user by email => get|list: auth+user|user
block user | disable user | disable account | lock account => update: user|auth+update+user
security rules | access rules | database rules => : security+rule|rule
app keys | sdk config | sdk setup | config snippet => get: sdk+configuration
new app | register app => create: app
firebase project => : project
flip flag | flip feature | turn on feature | switch feature | remote config | feature for all => update: remoteconfig|template|update+template
set up project | start project | bootstrap => create|run: init|project|create+project
give feedback | send feedback | tell developers | feature idea | rate => send|create: feedback
app template | starter => : template|quickstart
shop api | store api | admin api => search: docs|api|shopify
graphql schema | api schema | types of api => get: schema|graphql+schema
validate code | check theme | theme errors | check graphql | check liquid => check: validate|theme
monorepo plugins | available plugins => list: plugin
wiki: page doc
card cards: item task
kanban: board
rows: item record
rule rules: rule automation policy
flow flows: workflow flow
tokens: token variable
automation automations: automation workflow
`;
