// Local files, shells, processes; SQL and search engines; errors and tests. Syntax: see vocabulary.ts.

export const FILES_AND_MACHINES = `
show file | what is in file | open file | contents of file | read file | print file | view file | cat file | inside file | look inside file | look at file | text of file | show me file => get: read+file|read+text+file|file+content|read
several files | multiple files | many files | these files | both files | few files | a bunch of files | files at once => get: read+multiple+file|multiple+file
open image | view image | view picture | image file | audio file => get: read+media+file|media
new file | create file | save text | save as file | write file | write to file | save to file | put text in file | dump * into file | store * in file | overwrite file => create|update: write+file|write
change line | edit file | fix typo | find and replace | search and replace | replace text | swap * for | replace * with | change * in file | modify file | patch file => update: edit+file|edit+block|edit
rename file | move file | move * to folder | change name of file => move|update: move+file|rename
new directory | make directory | make folder | new folder | create folder | create directory => create: create+directory|directory|folder
files in directory | files in folder | what is in folder | what is in * folder | contents of directory | contents of folder | list folder | list directory | show folder | files are in | what files | look in folder | in downloads | on desktop => list: list+directory|directory|list+folder
folder structure | directory structure | file tree | nested folders | tree of | project structure | all subfolders | recursively list => get: directory+tree|tree
biggest files | largest files | take up space | takes up space | use most space | disk hogs | sizes of files | file sizes | how big are files | most space => list: directory+with+size|size
how big is | when was * changed | modified time | last modified | size of file | file details | file permissions | metadata of file | info about file | file size | how large is file => get: file+info|get+file+info|metadata
find file called | find files | search for file | files named | files called | where is file | locate file | files ending | files matching | look for file => search: search+file|start+search|file
find text in files | grep | search in files | search through files | files containing | which files contain | files mention | search contents | code that contains => search: start+search|search
which folders | allowed folders | folders can you | directories accessible => list: allowed+directory
run command | run script | execute command | shell command | terminal command | run in terminal | run in shell | run bash | run python | start program | open terminal | command line => run: start+process|execute+command|command|process
output of command | what did * print | read output | program output | process output => get: read+process+output|process+output|output
type into terminal | send input | answer prompt | send to process | interactive session | send to running => send: interact+with+process|interact
running programs | running processes | what is running | task manager | which programs | using cpu | what is eating => list: list+process|process
kill program | end program | kill process | stop program | stop process | force quit | program hangs | hangs | frozen | end task | stuck process | end it | kill it => stop: kill+process|force+terminate|terminate
terminal sessions | shell sessions | open sessions => list: session
stop searching => stop: stop+search
make pdf | write pdf | create pdf => create: write+pdf|pdf
my settings | settings of | current settings | which settings | configuration values => get: configuration|get+configuration|setting
change setting | set option | change option | switch setting | set config => update: set+configuration|setting|configuration
zip file | compress | gzip => run: gzip|zip|compress
what have you done | previous actions | earlier tool calls | your history | what did you do => list: recent+tool+call|history
how much have i used | usage numbers => get: usage+stat|usage
sql query | sql statement | run sql | execute sql | query database | ask database | select from | select * from | run query | run select | count rows | rows in table | rows where | insert into | update table | look up in database | data from database | query my database => run|search: sql|execute+sql|query
which tables | what tables | tables in database | tables do we have | tables exist | tables are there | list tables | database structure | database schema | columns of table | columns in table | table structure | table schema | column names | which columns | what columns | describe table | stored procedures | views in database => list|get|search: search+object|table|schema|object
which databases | my databases => list: database
new database => create: database
drop database => delete: database
index mapping | fields in index | fields does index | fields of index | field types | which fields | what fields | structure of index => get: mapping|schema|field
which indices | which indexes | list indexes | what indexes | my indices => list: index|list+index
shards | shard health | cluster shards => get: shard
search documents | full text search | documents matching | search index => search: search|document
nearest vectors => search: vector
what errors | recent errors | errors in app | which errors | most errors | frequent errors | top errors | new errors | error spikes | unresolved errors | exceptions in | what is breaking | crashes in production | production errors | bugs in production => search|list: issue|event|error|crash
details of error | details of crash | stack trace | stack traces | stacktrace | crash report | look into crash | inspect error => get: event|issue|crash|trace|resource
why is it crashing | why does it crash | root cause | explain error | fix suggestion | what causes | reason for crash | reason for error => check|get: analyze+issue|analyze|diagnose|issue
resolve error | mark resolved | close error | ignore error | mute error | resolve crash | close crash | mark fixed => update: issue|update+issue
note on crash | comment on crash => create: note
crashes affecting | top crashes | most crashes | crash stats | which crashes => list|get: crash|report|get+report
error count | how many errors => search|get: event|report|count
slow transactions | slowest endpoints | slow requests => search: event|trace|performance|span
which organizations | my organizations | my orgs => list: organization
flaky tests | unstable tests | unreliable tests | tests that sometimes | slowest tests | slow tests | failing most | test duration | test stability => get: test+performance|performance|test
slow spec files | slowest spec | slow test files | spec files => get: spec+file+performance|spec
test results | results of test | history of test | did test pass | outcome of test => get: test+result|result
last test run | latest test run | recent test runs | test runs | e2e runs | runs on ci => list|get: run|get+run
why did test fail | failed tests | failing tests | which tests failed => get: run+detail|test+result|result|instance
code style | code quality | style errors | lint | lint problems | formatting problems | linter => check: lint|lint+file|analyze|scan
security of code | scan code | find code problems => check: scan|analyzer|code+analyzer
echo back | say back | repeat * back => run: echo
add two numbers | sum of two | add up | plus => run|get: sum
environment variables | env vars => list|get: env|environment
long task | slow operation | takes a while => run: long+running+operation
test image | tiny picture => get: tiny+image
push local changes to org | push local changes | push metadata | deploy to org | deploy to sandbox | push to org | send changes to org => run: deploy+metadata|deploy
pull changes from org | retrieve from org | get metadata | pull metadata | pull from org => get|download: retrieve+metadata|retrieve
temporary org | throwaway org | test org | fresh org | dev org | scratch org => create: scratch+org
my orgs | which orgs | orgs connected | connected orgs => list: org|list+org
give * rights | grant rights | give * permissions | give * the rights | manager rights | permission set | grant * permission | needs rights => update: assign+permission+set|permission+set|permission|assign
unit tests | test suite | run tests | run the tests | execute tests => run: test|run+test
crm records | account records | query records | contacts in crm | how many accounts | opportunities | leads => search|run: soql|query|object
generate component | build component | ui component => create: component
figma to code | design to code => : figma|conversion
work items | work item => : work+item
disk: disk directory file
laptop computer pc: desktop file process system
downloads: directory file
program programs: process app
hang frozen stuck: process terminate
`;
