// Sets of single words in which each stands for the others, at a discount. Syntax: see vocabulary.ts.

export const NEAR_EQUALS = `
picture photo pic image screenshot thumbnail avatar
email mail e-mail
ticket issue bug defect
directory folder
delete remove
spreadsheet workbook excel sheet worksheet
page wiki doc document article
website site webpage
url link address
log trace
task todo
meeting event appointment
calendar schedule
chat conversation thread
channel room
video clip movie
audio sound voice
user person member people account
customer client buyer
employee staff colleague coworker user
bill invoice
payment charge transaction
coupon discount voucher promo
subscription plan membership
product item sku
order purchase
price cost
refund reimbursement
dispute chargeback
warehouse inventory stock
shipment delivery
contact lead
deal opportunity
company organization business
team group squad
label tag
comment remark annotation
reaction emoji emoticon
notification alert
webhook hook callback
secret credential password
token key
certificate cert tls ssl
permission access right privilege
role permission
policy rule
vm droplet instance machine server
container pod
cluster kubernetes
image container
snapshot backup
volume disk
bucket container blob storage
database db
table collection
column field
row record entry
key index
query sql
function lambda worker
queue topic
cache redis valkey
domain dns
firewall acl
ip address
region location
cpu memory metric
metric statistic stat analytics measurement
graph chart plot diagram
quota limit
usage consumption
dashboard board
project workspace
board kanban
milestone goal
sprint iteration cycle
branch ref
commit revision changeset
fork copy
release version
artifact build
pipeline workflow
workflow automation flow
action job
runner agent
deployment deploy release rollout
environment stage
crash exception error
outage incident
monitor alert
trace span
test check
scan audit
vulnerability advisory cve
dependency package library module
template boilerplate
form survey questionnaire
question query
answer response reply
file document
note memo notebook
slide presentation deck
paragraph block
heading title
style css
component widget element
design mockup
element node
button key
tab page
cookie session
browser chromium
click tap
swipe scroll
type enter
screen display
device phone
app application
place location poi venue
restaurant place
route direction
distance matrix
map static
area polygon
height elevation altitude
coordinate latitude longitude
geocode address
summary digest overview
topic subject
recipient addressee
draft unsent
attachment file
sms text message
call phone
recording record
conference meeting
participant attendee guest
invite invitation
presence availability
photo avatar
profile bio
list array
process program task
terminal shell command
command cmd
script code
setting preference option
history activity log
activity timeline
feedback rating review
news headline
paper publication study
documentation doc manual guide reference
guide tutorial
article post
seat license
budget spend
balance fund
tax vat
country region
language locale
translation language
currency money
follower subscriber
watcher subscriber
star favorite bookmark
like reaction
money cash funds dollar
cheap discount reduction
broken fail failure crash
newest latest recent
biggest largest big large
tiny little small
fast quick speed
slow sluggish
begin start
finish end complete
friend buddy
shop store branch
car drive
bike bicycle cycle
foot walk
street road
town city
film movie video
speech voice
letter mail email
memo note
answer reply respond
combine merge join
split divide separate
invisible hidden hide
lock freeze
trash rubbish bin
nightly night
hourly hour
monthly month
yearly year
weekly week
daily day
total sum count
average mean
percent percentage share
pupil student
homework assignment
grade mark score
telephone phone
ring call dial
text sms
line queue
purchase buy
compile build
internet web online
marker pin
border frame outline
shade color
guest attendee participant
invite invitation
vacation holiday absence
available free
leaked exposed
unsafe vulnerable insecure
illustration picture drawing
summary overview recap
step stage
mistake error typo
revert undo restore
weather forecast
headline news
recipient addressee
laptop computer pc
program application software
`;
