// Actions in everyday English, whatever the object: what is to be done, and other words APIs have for it. The ideas of these
// lines count for less than those of the domain files: they name no object. Syntax: see vocabulary.ts.

export const ACTIONS = `
get rid of | take * down | take down | throw away | throw out | throw * away | wipe out | clean up | clean out | tear down | tear * down | blow away | do away with | strike out | bin | nuke | scrap | zap => delete
take * off | take * out of | kick * out of | kick * out | boot * out | drop * from | strip * from | pull * out of => delete: remove
kick off | kick * off | fire off | set off | fire up | start up | get * going | get * started => run
fire * again | run * again | do * over | try * again | have another go => run: rerun|retry|restart|re+run
turn * off and on | bounce | power cycle => run: restart|reboot
turn on | turn * on | switch on | switch * on | power on | power * on => update|run: enable|activate|power+on|start
turn off | turn * off | switch off | switch * off | power off | power * off | shut down | shut * down | bring * down => stop|update: disable|power+off|stop|shutdown
spin up | spin * up | stand up | stand * up | bring up | put together | put * together | whip up | roll out a new | set up | set * up | come up with | get me a new | start a new | make a new | open a new | add a new | lay out => create
sign up | sign * up | enrol => create: register|subscribe|add
write up | write * up | jot down | write down | note down | note * down | take a note | make a note => create: note|document|page|comment
put in | stick * in | put * in | put * into | stick * into | drop * into => create|update|upload
put * back | bring * back | get * back | roll back | roll * back | undo | revert to | go back to => update|run: restore|revert|rollback|undelete|redeploy
hand over | hand * over | give * to someone else => update|move: transfer|assign
change the name of | change * name | call * something else | give * a new name => update: rename|update|name
make * bigger | make * smaller | scale up | scale down | scale * up | scale * down | bump up | beef up => update: resize|scale
mark * as done | mark * done | tick off | check off | sign off on | wrap up | cross * off => update: complete|close|done|status
mark * as read => update: read|mark
hang up | put an end to | call off | bail out of | back out of | opt out => stop|delete: cancel|end|stop
hold off on | put * on hold => stop: pause|suspend|hold
pick up where | carry on with | pick * up again => run: resume|continue
let * know | give * a heads up | reach out to | drop * a line | shoot * a => send: message|mail|notify
let * in | let * into | give * access to | give access to | give * access | grant * access | bring * into | bring * onto => create|update: invite|access|permission|member|collaborator|share
lock * out | cut off | keep * out | revoke access | take away * access => delete|stop: access|block|revoke|suspend|permission
make sure | double check | sanity check | find out whether | see if | see whether => check|get

do not need * any more | do not need * anymore | do not want * any more | do not want * anymore | no longer need | no longer want | not needed any more | dispose of | part with => delete
in one go | in one shot | in one request | all at once | several * at once | many * at once | all together => : multiple|batch|bulk|item
let * push | let * commit | let * contribute | let * edit | let * see | let * read | let * use | allow * to edit | allow * to see => create|update: collaborator|access|permission|share|member
file * under | file * away => move
another name | different name | new name | better name | rename => update: rename|name|update
tell me when | let me know when | notify me when | warn me when | alert me when | tell us when | warn us when | tell me if | let me know if | warn me if | alert me if => create: alert|monitor|policy|webhook|subscription
what did * write | what did * say | what was said | what has been said | what * wrote | what * said | what people say => list|get: comment|message|update|transcript
who worked on | who contributed | who helped | who built | who made => list|get: contributor|commit|author|collaborator
check * for problems | check * for errors | check * for mistakes | check * for issues | look for problems | find problems | find mistakes => check|run: analyzer|lint|validate|scan|audit|diagnose
stay the same | keep * the same => get
one more | yet another | a second => create
is * finished | is * done | is * ready | has * finished | did * finish | did * work | did * succeed | did * pass | has * completed | done yet | finished yet | ready yet => get|check: status|result|run|progress|state
did * fail | has * failed | did * break | did * crash | has * crashed => get|list|check: run|execution|log|status|result|error
did * run | did * fire | has * run | last time * ran | last ran => list|get: run|execution|history|log
ready-made | ready made | off the shelf | out of the box | boilerplate | starting point => search|list: template|marketplace|catalog
how much * used | used up | left over | how much space | how full => get: usage|quota|balance|limit|size

how many | how much | number of | count of | count how many | tally => list|get: count|usage|list
how long | how far => get: duration|distance|time
look for | hunt for | dig up | track down | track * down | search for | go find | hunt down | dig through | look through | sift through | comb through => search
look up | look * up | pull up | pull * up | bring up the | show me | tell me | give me | let me see | get me | find out | take a look at | have a look at | look at | look into | drill into | zoom in on | read me | what is the | whats the => get|search
keep an eye on | stay on top of | keep track of | keep tabs on => create|get: monitor|watch|subscribe|track
list out | run through | go over all | name all | enumerate all => list
who changed | who edited | who modified | who touched | who last changed | what changed in | what has changed | whats changed | whats new in => list|get: commit|history|blame|activity|version|change
whats going on | what is going on | what happened | whats happening | what has been happening => get|list: activity|event|status|timeline
why * fail | why * failing | why * failed | why * broken | whats wrong with | what went wrong => get|check: log|error|diagnose|status|failure
is * up | is * down | is * healthy | is * working | is * alive | still running | still alive => get|check: health|status
how is * doing | how are * doing | how far along | hows * going => get: status|progress|metric|analytics
how * used | how often | how popular | how busy => get: usage|analytics|statistic|metric|traffic|report
open issues | open tickets => list|search: issue
get * down to | save * to disk | save a copy | save locally | pull down | pull * down | grab a copy | to my machine | to my laptop => download
put * online | put * live | go live | push live | ship it | push * to production | roll out | roll * out | take * live | make * live => run: deploy|publish|release
put * up on | send * up to => upload
what do we owe | how much do we owe | how much money | money left | how much is left | how much credit => get: balance|billing|invoice|credit
how do i get to | how do i get from | get from * to | route from | way from * to => get: direction|route
how far is => get: distance|matrix|route
whats near | what is near | near me | nearby | close to | around here => search: nearby|nearest|place|local
`;
