// Settings of an organization and its repositories, seats, budgets, compliance, packages and registries. Syntax: see glossary.ts.

export const ADMINISTRATION = `
meta root | get meta: ip addresses ranges whitelist firewall servers hooks endpoints
octocat: ascii art mascot cat fun
zen: quote wisdom random saying motto
emoji: smiley list pictures available names
code of conduct: rules behaviour community respect
installation: app installed bot integration which connected
suspend installation: pause block app temporarily
app token | check token: valid oauth still works expired
reset token: renew new replace oauth leaked
scope token: narrow limit restrict
authenticated app: bot itself myself
classroom | classroom assignment: students class teacher homework school course pupils
accepted assignment: students submitted handed started work
assignment grade: marks points scores students results
code security configuration: settings scanning policy template defaults enforce standard
attach configuration: apply repositories roll assign enforce
detach configuration: remove stop unlink repositories
default configuration: new repositories automatically standard
advanced security: license seats committers ghas cost
enterprise team: company group everyone
copilot seat | copilot billing: license subscription ai assistant who pays uses assigned
copilot metric | copilot usage: ai adoption suggestions accepted lines completions how much
copilot space: shared context knowledge ai project
dependabot repository access: private updates allowed bot read
public key: encrypt secret before sending sodium
private registry: npm maven nuget internal packages login credentials
org member | organization member: people staff colleagues employees company belong who
org invitation | failed invitation: pending join asked declined expired
outside collaborator: contractor freelancer external guest person
blocked user | block user: ban spam troll harass stop
pat access | personal access token: fine-grained approve employees requested developer
security manager: responsible team vulnerabilities
custom property: metadata field attribute tag repositories own
custom role | organization role: permission own set admin privileges
interaction limit | interaction restriction: stop strangers temporarily comments cool spam heated only
migration: export move archive backup everything transfer another
import status | source import: progress subversion svn mercurial
lfs: large files big storage binary
api insight: calls usage who rate requests statistics traffic
billing usage: cost spend money minutes paid month charges owe
budget: limit spend cap money maximum alert
cost center: department charge split bill allocate
hosted runner: machine build bigger ci virtual
self hosted runner: own machine build server agent connected ci
runner group: machines pool which repositories
runner label: tag mark machine gpu
registration token | remove token: connect add machine runner
actions permission: allowed disable forbid workflows which
allowed action: marketplace third-party permitted trusted list
workflow permission | default workflow permission: token read write default
fork approval | fork pr: strangers outside contributors approve first-time
cache usage: space storage ci size full
cache retention | cache limit: how long days kept
actions cache: clear delete stale old ci dependencies
artifact: build output result files zip produced
artifact log retention: days keep long delete
oidc: cloud login trust token claim subject
environment: production staging deployment stage target
environment protection | deployment protection rule: approval wait before production gate
environment secret: password key production staging
environment variable: setting config value staging production
deployment branch policy: which branches may deploy production
pending deployment: waiting approval approve production
review custom gate: approve reject deployment
rerun failed job: again retry only broken
workflow dispatch: start run manually trigger pipeline button
workflow run log: output ci what said failed console print
workflow run usage: minutes time took billable
cancel workflow: stop abort kill build pipeline
disable workflow: turn stop pipeline running
concurrency group: queue waiting same time parallel
variable: setting config value env constant
organization variable: shared all repositories value
secret: password key token encrypted credential value
attestation: provenance proof supply chain signed built
autolink: jira ticket reference shorthand prefix link automatically
automated security fix: dependabot bump vulnerable automatic pull
vulnerability alert: dependabot warning insecure dependency turn
private vulnerability reporting: researchers report privately security hole
status check protection | status check context: required ci must pass before merge
access restriction: who may push only people teams
admin branch protection: admins too enforce exempt
signature protection: signed commits gpg must require
pull request review protection: approvals needed required number before
tag protection: release tags nobody delete
check run: ci result test report annotation green red
check suite: ci all checks rerun group
code quality: findings smells maintainability problems
code scanning: sarif codeql bugs vulnerabilities analysis static upload
code scanning list alert | code scanning alert list: security holes problems scanner found
users authenticated | user authenticated: myself me own profile account logged
get authenticated: me my own profile account
code scanning alert: dismiss vulnerability finding false positive
secret scanning: leaked password key token found exposed credential
push protection: blocked leaked bypass secret
codeowner: who reviews file invalid mistakes responsible
community profile: health readme license contributing checklist complete
content license | repo license: mit apache licensed legal
deploy key: ssh server read access machine
fork: copy own derivative spinoffs
blob: raw content object file sha
git ref | matching ref: branch tag pointer starting
git tree: directory structure listing whole folders recursive files
git tag: mark version annotated
git commit: low-level create object
hash algorithm: sha1 sha256
language: programming written percentage bytes python
private repository: visibility hide public
readme: intro documentation front page
release: version published download notes latest ship announcement
release asset: binary file download attach installer zip
release note: generate changelog automatically what's changed
rule suite: who bypassed evaluation push allowed
security advisory: vulnerability cve publish report hole
cve request: number id vulnerability
fork advisory | temporary fork: private fix work
code frequency: additions deletions weekly lines over
participation: weekly commits owner versus everyone
punch card: hour day busiest commits when
commit activity: year weekly frequency graph
contributor stat: who did most lines additions
clone traffic | traffic clone: how often cloned copied
traffic path | popular path: most viewed pages content visited
referrer: where visitors come from google sites
traffic view: visitors page hits how many people
stargazer: stars who liked popular favorite
watcher | subscriber: following notifications who watches
star repository: like favorite bookmark
topic: keyword category tag repository subject
tag list | list tag: versions releases
public repository: newest all world everything
template repository | create using template: boilerplate starter based scaffold
transfer repository: move another owner hand give ownership
archive repository: read-only freeze retire
dispatch event: trigger webhook custom external start
merge upstream: sync fork behind update original catch
pages: website static site hosting publish blog
pages build: rebuild publish site again
pages health: dns domain custom working
pages deployment: publish site status
webhook delivery: sent history payload failed attempts
redeliver: resend again retry payload
webhook config: url secret content address
hook: callback notify url automatically
gpg key: signing commits verified public
ssh signing key: sign commits verified
social account: twitter linkedin profile links
follow: fan keep updates person
follower: fans who follows
starred: favorites bookmarks liked
email visibility: hide private address
notification: inbox unread mentions news
mark notification: read done clear seen
thread subscription: mute ignore unsubscribe conversation stop
feed: atom rss timeline
event: activity happened recent public
gist: snippet paste code share
gist comment: reply note
gist fork: copy
gitignore: template ignore files python node
license: legal mit apache terms
markdown: render html format convert preview
rate limit: how many calls left remaining quota
codespace: cloud dev environment editor vscode machine browser
start codespace: open resume launch wake
stop codespace: close shut pause save money
codespace machine: cpu ram bigger size types
codespace secret: password key dev
export codespace: save branch unpushed work
package: npm docker maven registry published library
package version: old release delete restore published
restore package: undelete bring back
project field: column property custom board
project item: card task board entry
project view: table layout board
project column | project card: kanban lane move
discussion: forum talk conversation thread
team discussion: post talk
team sync | idp group: okta azure sso directory group
team membership: person add join people
team repo: access which repositories
child team: subteam nested
external group: identity provider link
lock issue: freeze nobody comment
pin issue | pinned issue: top important
reaction: emoji thumb heart
parent issue: belongs above
search code: find where used string function grep across
search commit: find message history
search issue: find tickets bugs pull mention
search repository: find projects popular stars
search user: find people developer location
search topic: find subject
search label: find tags
campaign: security fix drive alerts deadline
dependency graph | sbom: bill of materials dependencies list components licenses
dependency submission | dependency snapshot: upload packages used
dependency review | dependency diff: changed packages between new vulnerable
dependabot alert: vulnerable outdated package security dependency dismiss
dependabot secret: password private registry update
network configuration: private azure vnet runner
immutable release: frozen tamper cannot change lock
issue type | issue field: category kind custom
`;
