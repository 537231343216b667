// Version control and code hosting: what developers say of repositories, changes, reviews, releases and people.
// Syntax: see vocabulary.ts.

export const CODE_HOSTING = `
file bug | report bug | log bug | raise bug | file issue | file ticket | raise ticket | open ticket | log ticket | open issue | raise issue | file defect | report problem | report issue | file feature request | request feature => create: issue|ticket|bug
close issue | close ticket | close bug | reopen issue | reopen ticket | edit issue | retitle issue | mark issue => update: issue
open issues | open tickets | open bugs | closed issues | issues assigned | assigned to me | on my plate => list|search: issue
who changed | who edited | who modified | who touched | who last changed | who last touched | who last edited | who wrote | who committed | recent changes to | what changed in | what has changed | history of file | change history => list|get: commit|history|blame|activity|version|change
latest commits | recent commits | last commits | last commit | commit history | commit log | git log | what got committed | what was pushed => list: commit
pull request | merge request => : pull+request|merge+request
open pr | open pull request | raise pr | raise pull request | put up pr | send pr | submit pr | propose changes | ask to merge | get * merged in | get branch merged => create: pull+request
squash | squash and merge | land pr | land pull request | land branch | merge it in | land change => update|run: merge
approve pr | approve pull request | request changes | lgtm | review pr | review pull request | leave review | sign off on pr => create: review|approve
ask * to review | get * to review | request review | assign reviewer | as reviewer | add reviewer | who should review => create: reviewer|request+reviewer|review
review comments | comments on pr | comments on pull request | feedback on pr | feedback on pull request | inline comments => list: review+comment|comment|review
files changed | changed files | what files | which files changed | touched files | files in pr | files in pull request => list|get: file
difference between | what differs between | compare branches | compare commits | diff between => get: compare|diff
behind main | catch up with main | bring * up to date with | sync with upstream | sync fork | update branch => update: branch|merge+upstream|sync
cherry pick | revert commit | back out commit => create: revert|commit
new branch | cut branch | branch off | branch from => create: branch|ref
default branch | rename branch => update: branch|rename
protect branch | branch rules | push straight to | push directly to | force push | lock down branch | require reviews | required checks | protected branch => update: branch+protection|protection|ruleset
own copy of | my own copy | copy of repo | copy * under my account | into my account => create: fork
start repo | new project on github | new repo | spin up repo | new codebase => create: repository
grab * from repo | grab * from github | contents of file | read file from repo | what is in readme | read readme | show readme => get: content|file+content|readme
commit file | add file to repo | push file | push files | commit changes | upload to repo | save to repo | change file on github | edit file on github => create|update: file|content|commit|push
find code | where is * used | where is * defined | usages of | search code | grep code | code that => search: code
repos about | projects about | find projects | find repos | popular repos | libraries on github | projects on github => search: repository
someone on github | find developer | find user | developers who | profile of => search|get: user
make repo private | make repo public | becomes private | becomes public | change visibility | repo settings | repository settings | change repository | archive repo | unarchive | repo description => update: repository
star repo | bookmark repo | give * star | starred => update: star
unstar => delete: star|unstar
people who starred | who starred | star count | how many stars | stargazers => list|get: stargazer
watch repo | follow repo | get notified about | unwatch | stop watching => update: subscription|watch
who watches | watchers => list: watcher|subscription
follow user | follow developer => update: follow
who follows | my followers => list: follower
cut release | cut version | tag release | publish release | publish version | ship version | release version | new version | draft release => create: release
newest version | latest version | latest release | newest release | current version | last release | version they published => get: latest+release|release
release notes | changelog | what is new in => get|create: release+note|release|changelog
release asset | download binaries | release binaries | attach to release => : release+asset|asset
list of tags | version tags => list: tag
who contributed | top contributors | contributors => list: contributor|contributor+stat
who has access to repo | who can push | outside collaborators | give * access to repo | add collaborator | push access | write access => : collaborator
part of org | members of org | people in organization | in our organization | in our org | join org | org members => list: member|org+member|membership
add to team | add * to team | put * on team | team membership | remove from team => : team+membership|membership|team+member|member
pending invitations | invited people | who is invited => list: invitation
traffic | visitors | page views | who visits | visits to repo | how many views | how many people look => get: view|traffic|clone
which sites send | where * come from | where traffic comes | referrers | referral => get: referrer|top+referrer
how many clones | times cloned => get: clone
store secret | save secret | set secret | ci secret | build secret | api token * build | token * build | credentials for build | deploy key => create|update: secret|actions+secret|deploy+key
ci variable | build variable | repository variable => : variable
kick off build | kick off workflow | trigger workflow | trigger build | start workflow | start build | run workflow | run pipeline | nightly build | dispatch workflow | manually run | kick off * build | kick off * workflow => run: workflow+dispatch|dispatch
re-run failed | rerun failed | retry failed | run failed jobs again | rerun job | rerun build | run * again => run: re+run|rerun|retry
cancel build | cancel workflow | stop build | stop workflow | abort build => stop: cancel+workflow|cancel
build passing | build green | did build pass | ci passing | ci green | checks passing | checks passed | tests passing | status of checks | build failing | ci failing => list|get: check|status|workflow+run|check+run|combined+status
recent builds | recent runs | workflow runs | past builds | past runs => list: workflow+run|run
build logs | workflow logs | job logs | why did build fail => get|download: log|job+log
build output | build artifacts | artifacts => : artifact
build cache | ci cache => : cache
self hosted runner | build machines | runners => : runner
environments | deployment environment => : environment
vulnerable packages | vulnerable dependencies | vulnerable npm | insecure dependencies | outdated dependencies | dependency alerts | dependabot => list: dependabot+alert|dependabot|vulnerability|advisory
leaked secrets | leaked keys | leaked credentials | exposed secrets | leaked token | secrets in code => list: secret+scanning|secret+scanning+alert
code scanning | static analysis | security findings | security alerts | codeql => list: code+scanning|alert
software bill of materials | sbom => get: sbom|dependency+graph
security advisory | known vulnerabilities | cve => list|search: advisory
ssh key | ssh keys | public key => : ssh+key|key|public+key
gpg key | signing key => : gpg+key|signing+key
calls * left | requests left | api limit | rate limit | api quota | hitting limit | throttled => get: rate+limit
how many lines | languages used | programming languages | written in => list|get: language
milestone => : milestone
label issue | tag issue | put label | add label => create|update: label
assign issue | assign * to | put * in charge | give * to | take ownership | assign ticket => update|create: assignee|assign
lock conversation | lock thread | stop discussion => update: lock
sub issue | child issue | child ticket | child tickets | smaller tickets | break down | split * into | subtasks of => create: sub+issue
parent issue | parent ticket => get: parent
blocked by | depends on | blocking => : dependency|blocked+by
pin issue => update: pin
paste snippet | share snippet | code snippet | snippet => : gist
discussion => : discussion
unread notifications | mentions of me => list: notification|thread
mark notifications read | clear notifications => update: notification|thread+read
web hook | call my server when | notify url when | callback url => create: webhook|hook
webhook deliveries | failed webhooks => list: delivery
redeliver webhook | resend webhook => run: redeliver
copilot seats | ai seats | copilot licenses | copilot license => list: copilot+seat|seat
copilot usage => get: copilot+metric|copilot+usage|metric
cloud dev environment | dev container | dev environment | codespace => : codespace
hosted site | static site | github pages => : page|pages+site
pages build => : pages+build
audit log | security log => get: audit+log
billing for actions | actions minutes | minutes left => get: billing|usage
download repo | zip of repo | tarball | source archive => download: archive|zipball|tarball
transfer repo | move repo to | change owner => update|move: transfer
topics of repo | repo tags => : topic
mirror | import repo => : import|migration
codeowners | code owners => : codeowner
license of | what license => get: license
gitignore => get: gitignore
emoji list => get: emoji
readme as html | render markdown => run: markdown
org wide secret => : org+secret
custom role | custom roles => : role|custom+role
ip allow | block user | ban user => update: block
committer author: commit author contributor
branches: branch
forks forked: fork
repositories codebases projects: repository project
maintainer: collaborator maintainer
ruleset protection: protection ruleset
mainline master trunk: branch main
nightly: schedule workflow
`;
