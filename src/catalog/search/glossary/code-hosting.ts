// Repositories, changes, reviews, CI, releases, security alerts and organizations. Syntax: see glossary.ts.

export const CODE_HOSTING = `
issue: bug ticket problem defect report task request
create issue: file open report raise new log submit
update issue: close reopen edit resolve change title mark finish
issue comment: reply answer remark write say respond note discuss
issue lock: nobody freeze stop comment discussion conversation heated close
issue label | add label: tag categorize mark priority sticker
assignee: assign responsible owner person give take hand work
milestone: deadline goal sprint target release due
sub issue: child task subtask split break part parent nested
blocked by | dependencies: depends waiting blocks prerequisite
issue event | timeline: history happened changes activity
issue type: kind category bug feature
pull | pull request: pr change merge proposal diff branch
create pull: open propose submit raise new send changes
merge pull | pulls merge: land accept squash combine finish bring
pull review | create review: approve approval lgtm reject feedback request changes accept verdict sign
requested reviewer | request reviewer: ask invite review look person colleague
review comment: remark inline feedback code line suggestion note said
pull file | pulls file: changed diff touched modified
pull commit: included changes
dismiss review: throw discard reject invalidate remove undo approval take back withdraw
pull status | combined status | checks list | check run: ci pass green red failing build test tests passing broken
update branch: sync latest catch rebase behind date base main refresh
branch: feature copy version main master
create branch | create ref: new start cut feature
delete ref: branch remove drop old merged tag
rename branch: master main name call
branch protection | repo ruleset | ruleset: protect forbid direct push main prevent require lock guard stop rule nobody allow force
commit: change history log edit revision checkin changed
list commit: history log changes recent latest
compare commit: difference differ diff versions branches changed different
commit status: ci build result mark pass fail
contributor: wrote author people developers worked top
contents | content file | create update file | push file: edit save write change commit file upload code put
file contents | get content: read open show source look code
delete file: remove erase drop
push file: multiple commit once upload together
readme: intro description documentation front project
fork: copy own duplicate
merge upstream: sync fork original latest parent update
create repo | create repository: project new start codebase set
search repo | search repository: find project library popular open source discover stars interesting
search code: find usage snippet grep occurrence uses used function called
search issue: find bug ticket look mention
search user: find developer person people
update repo | repos update: rename private public settings description visibility archive default change make
delete repo | repos delete: remove destroy erase project whole
transfer repo | repos transfer: hand owner move give ownership another
template repo | using template: starter boilerplate copy
collaborator: access invite push permission people person contributor rights write share coworker
create collaborator: add give invite
delete collaborator: kick revoke take
permission level: access allowed rights
invitation: invite join pending accept
org: company organization team
org invitation | create invitation: invite join new member add person bring
org member | orgs member: people belongs employees users everyone
team: group people department
team membership | team member: add join person group put
release: version publish ship new announce
create release: publish ship tag cut new version announce
latest release: newest current version recent last
release notes: changelog write summary changes new generate
release asset: binary attach upload file zip download exe installer files attached program
tag: version release mark
star repo: favorite bookmark favourite
stargazer: likes stars liked fans popular project
watch | repo subscription: follow subscribe notifications updates
follow user | users follow: developer follow subscribe
follower: fans following
block user: troll spam ban harassing annoying abuse prevent
unblock user: allow forgive
interaction restriction: limit comment temporary
workflow: action pipeline automation ci job process
workflow dispatch: start trigger run manually hand launch kick button deploy
workflow run: pipeline build job execution ci action
cancel workflow run | force cancel: stop abort kill running
re run | rerun: retry repeat restart redo
re run failed: retry broken failing red
job log | run log | workflow log: output printed error failed build console fail text
artifact: build output file binary zip produced result download
actions secret | repo secret | environment secret: password token ci key hide credential pipeline store
repo variable | environment variable | actions variable: setting config env value
runner: machine agent build server host own self executes
actions cache: clear cached speed stored dependency
enable workflow: turn activate
disable workflow: turn stop pause deactivate
pending deployment | review deployment: approve production waiting gate release go ahead
approve workflow run: allow outside contributor first fork
environment: staging production stage deploy target
deployment: rollout live release deployed production
deployment status: mark success failed result
webhook: callback notify url ping event post call push tells hook notification server trigger
redeliver webhook: resend retry missed failed
webhook delivery: sent requests history calls received
ping webhook | test webhook: fire check working
deploy key: ssh server read
secret scanning: leaked password token credential exposed committed accident key found spill passwords tokens keys slipped
dependabot alert: vulnerable dependency library package security outdated insecure cve unsafe known
update alert: dismiss ignore close false positive resolve
code scanning: security vulnerability codeql problem static analysis weakness unsafe findings
security advisory | advisory: vulnerability cve disclose security
vulnerability report: security private hole hacker tell
sbom: bill materials dependencies components inventory list libraries software
dependency graph: libraries uses packages
vulnerability alert: security warn turn
gist: snippet paste code share text pastebin small note piece
view repo | repos view: traffic visitors visited people looked page
clone: cloned download copies traffic
referrer: traffic come source visitors link
top path: popular pages visited
contributors stats | commit activity | code frequency: statistics additions week active lines added
community profile: health score guidelines
notification: unread inbox alert bell new mentions updates
mark notification: read seen clear
thread subscription: mute unsubscribe
codespace: dev machine cloud environment development remote container vscode
start codespace: wake boot resume launch
stop codespace: shut turn pause
copilot seat: license user assign ai assistant
copilot metric | copilot usage: adoption stats use
rate limit: calls left remaining quota requests api
reaction: emoji heart thumb react smile laugh celebrate
page site | pages site | pages build | pages deployment: website publish docs static host github.io online
pages health: dns domain https
license: legal mit open source terms usage allowed
gitignore: ignore files template
language: written programming python javascript
topic: tags keywords subject
package: library container npm docker image published artifact registry
package version: release
delete package: unpublish remove
budget org: spending limit
billing report: spent cost money month charges minutes
assignment: homework student exercise classroom task submit
assignment grade: marks score result points
accepted assignment: submission student handed homework
classroom: course students teacher class school
project item: card board add kanban column
zipball | tarball: download archive zip whole source code
markdown render: html convert preview format
ssh key: public login access machine upload
gpg key: signing verify signature
email: address mail
emoji: smile icon symbols
codeowner: owner errors responsible
autolink: link jira reference ticket
agent task: ai coding bot copilot work implement fix
campaign: security fix drive
attestation: provenance supply chain verify
rule suite: bypass pushes blocked
public key: encrypt
audit log: history
social account: twitter profile link
pat | pat grant: personal access token fine
blame: wrote
import: migrate move elsewhere
traffic: visitors
installation: app installed
global advisory: known vulnerabilities cve public database
credentials revoke: leaked exposed kill tokens invalidate
oidc: federated identity cloud trust
team list: groups departments
team repo: projects access give
update team: rename privacy change
delete team: disband remove dissolve
child team: nested subteam
thread read: notification seen mark
thread done: notification archive clear mark
import repo | start import: svn mercurial bring external
lfs: large binaries
search label: tags find
search topic: subjects categories
search commit: message find history
list label: tags exist kinds
create label: new tag color
delete label: remove tag
remove label: take strip untag
list issue: bugs tickets open todo backlog
get issue: bug ticket details read show describe
list pull: open waiting pending reviews
get pull: details read describe show mergeable
update pull: close title retarget edit draft
list branch: exist
get branch: details last protected
list release: versions published
delete release: unpublish remove take
update release: edit notes draft publish
list collaborator: access people rights
list fork: copies
list webhook: hooks callbacks
delete webhook: stop notifying remove
list workflow run: builds past recent history pipelines last failed succeeded
get workflow run: status result details finished
list job: steps parts build
delete run: remove history
list secret: names stored
delete secret: remove forget
list artifact: outputs files produced builds
list deployment: releases live deployed
list environment | all environments: stages
list runner: machines own hosted agents online executing ourselves
delete runner: remove machine take build server
registration token: add runner machine
blocked user: banned list
list follower: fans
list stargazer: liked starred
list starred: liked favorites bookmarked
unstar: unlike remove favorite
list gist: snippets
delete gist: remove snippet
update gist: edit snippet
update profile | update authenticated: bio name company website change
list member: people inside
remove member: kick expel fire
convert outside collaborator: demote external contractor
outside collaborator: external freelancer contractor
requested reviewer: asked
remove reviewer: unassign take
check merged: merged
list contributors: worked wrote people
contributors: worked wrote people
list license: available kinds
list event | activity: feed happening recent going
create tree | create blob: low level object raw
codespace delete: remove cloud machine close get rid good
codespace list: dev machines running
machine: size cpu
list package: published images
package delete: remove unpublish
restore package: undelete bring back
transfer: ownership hand
sarif: upload results scanner
autofix: ai fix suggestion repair
custom property: metadata attribute
discussion: talk
budget: limit
copilot metric: usage
seat: license person
classroom list: courses teach
suite: group checks
annotation: warnings lines
bypass: exception skip
immutable release: locked frozen change
interaction: limit talk
audit: trail
issue field: custom attribute
unlock: reopen conversation allow
pin: top sticky
lock: freeze conversation
repo subscription delete: stop mails notifications unwatch
thread subscription delete: stop mails mute conversation
pages site create: website public host
run usage | workflow usage: minutes long billed cost took duration
cancel workflow run: stop building abort everything
runner list: own build servers computers online ourselves
webhook create: call url push post hook server
enterprise billing | billing usage: spend cost actions money month
agent task create: ai work implement fix
release asset list: files attached
repos update: hide public private
repository transfer: new owner else
repo contributors: helped worked wrote
commit status create: mark build green red
issue assignee add: give hand
label remove: take
milestone list: goals
request reviewer: look
merge pull: bring accept
pull create: propose draft
topic replace: set tags keywords
repo create: empty new project
fork create: own copy
installation list: apps installed
invitation list: yet accepted pending
interaction limit: calm
view: looked visitors
large file: big
`;
