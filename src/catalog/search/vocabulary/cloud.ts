// Clouds and operations: machines, networks, storage, databases as services, functions, money spent, health.
// Syntax: see vocabulary.ts.

export const CLOUD = `
virtual machine | virtual server | cloud server | linux box | cloud box | cloud vm | cheap server | small server | linux server => : vm|virtual+machine|droplet|instance|compute
spin up server | spin up box | spin up machine | new server | new box | another server => create: droplet|vm|instance|server
reboot server | restart server | reboot box | restart box | restart machine | reboot machine | power cycle | bounce server => run: reboot|restart|power+cycle
turn off server | shut down server | power off server | stop server | stop machine | turn off machine => stop: power+off|shutdown|stop|deallocate
bigger server | more memory | more ram | more cpu | upgrade server | smaller server | machine size => update: resize|size
machine sizes | server sizes | which sizes | instance types | plans available => list: size|sku|type
operating systems | os images | base images | distro => list: image
backup server | back up server | back up machine | take backup | image of server => create: snapshot|backup
restore server | restore from backup | restore backup => run: restore|rebuild
data centers | data center | datacenters | datacenter | locations available | which regions | where can i host | geographical => list: region|location|data+center
scale out | autoscale | auto scaling | autoscaling | scale set => : autoscale|vmss|scale+set|scale
load balancer | spread traffic | balance traffic | distribute traffic => : lb|load+balancer
domain name | dns entry | dns record | cname | mx record | txt record | subdomain | point domain | point * to | point * at | nameserver => create|update: domain+record|dns+record|record|domain
renew certificate | ssl certificate | tls certificate | https for | free ssl | lets encrypt | free certificate => create: certificate|lets+encrypt
own certificate | custom certificate | upload certificate => create: custom+certificate|certificate+import|certificate
floating ip | static ip | reserved ip | elastic ip | fixed ip | public ip => : reserved+ip|floating+ip|public+ip|ip
open port | close port | block port | allow traffic | allow port | inbound rules | outbound rules | block ip | lock down network => update: firewall|firewall+rule|rule|network+security
private network | virtual network | peer networks => : vpc|vnet|network
attach disk | extra disk | more disk | add disk | add storage | block storage | mount disk => create: volume|disk
object storage | file bucket | blob store | blob storage | s3 bucket | storage bucket => : bucket|blob|object|storage|r2|space
what is in bucket | files in bucket | objects in bucket => list: object|blob|bucket
upload to bucket | put file in bucket | store file in bucket => upload|create: object|blob|put+object
bucket keys | storage keys | access keys for storage => : key|spaces+key|access+key
storage account => : storage+account
file share | network drive => : file+share|share
clear cache | purge cache | flush cache | invalidate cache | purge cdn | empty cache | bust cache => delete: cache|flush+cache|purge|cdn
content delivery => : cdn
managed database | database cluster | postgres cluster | mysql cluster | new database server => : db+cluster|cluster|postgres|mysql
database user | database login => create: user|db+cluster+user
database replica | read replica | replica => : replica
connection pool => : pool|connection+pool
database backups | restore database => : backup|restore
failover | high availability => : failover|replica
who can connect to database | allowed to connect to database => get|update: firewall+rule|firewall
upgrade database | database version => update: upgrade|version
slow queries => get: query|metric|performance
kubernetes cluster | container cluster | k8s cluster => : kubernetes|aks|doks|cluster
kubeconfig | connect to cluster | cluster credentials => get: kubeconfig|credential
worker nodes | node pool | add nodes | more nodes => : node+pool|nodepool|node
container image | container registry | docker image | docker registry | docker images => : registry|acr|repository|container+registry|image
run container | deploy container => : container+app|containerapp|container
serverless function | cloud function | edge function | lambda function | edge script | cloud functions => : function|worker|lambda|functionapp
edge worker | deploy script to edge | publish worker => : worker+put|worker|worker+deploy
one worker call another | workers talk | connect workers | bind worker | worker to worker | binding => create: service+binding|binding
worker logs | live logs | watch logs | stream logs | follow logs | tail logs => get: tail|log
worker routes | which route | route to worker => : route
worker schedule | run worker every | cron job | scheduled job | recurring job | every night | every hour | every minute => : cron|schedule|trigger
worker secret => : secret
a/b | gradual rollout | canary | percentage rollout => : version|deployment|rollout|traffic
key value store | kv store | key value | kv pair => : kv|key+value
put value | store value | save value | write value => create|update: put|set|kv
look up value | read value | get value => get: get|kv
message queue | job queue | queue message | put on queue | enqueue | push onto queue | consume queue => : queue
event stream | streaming | event hub | kafka topic => : eventhub|topic|event+hub
pub sub => : topic|servicebus
durable object => : do|durable
vector search | vector index | similarity search | embeddings => : vectorize|vector|index
ai model | language model | llm | run model | inference | gpt => run: ai|model|openai|inference|foundry
zone settings | my zones | websites on account => : zone
secret store | secrets vault | key vault => : keyvault|vault|secret
store password | save password | keep password => create: secret|keyvault
encryption key | encrypt => : key
app settings | app config | application settings | environment settings => : appconfig|app+setting|setting|configuration
feature flag | feature toggle | feature switch | flip flag | remote config => update: feature|flag|feature+flag|remoteconfig|remote+configuration
web app | web application | hosted app | deployed app => : webapp|app|appservice|application
deploy app | ship app | release app | push app live | app from repo => run: deploy|app+create|application
redeploy => run: deploy|redeploy|restart
app logs | server logs | application logs => get: log|app+log
how is deployment | deployment status | did deploy | deploy finish | rollout status => get: deployment+status|deploy+status|deployment
hits did site get | hits | site traffic | website traffic | how many visitors | site visits | requests per | analytics => get: analytics|metric|traffic|statistic
cpu usage | memory usage | disk usage | bandwidth | load average | how busy is => get: metric|cpu|usage|bandwidth
alert me when | notify me when | warn me when | tell me when | alert policy | let me know when => create: alert|alert+policy|monitor|alert+rule|notification
uptime check | ping site | check site is up | monitor website | monitor url | watch url => create: uptime+check|uptime|check|monitor
is azure down | outage | is service down | provider status => get: health|resource+health|status
diagnose | what is wrong with app | troubleshoot | investigate why | root cause => check: diagnose|diagnostic|applens|resource+health|health
log query | query logs | search logs | kql | log analytics => search: log|log+query|monitor|kusto
dashboard for metrics => : grafana|dashboard|workbook
load test | stress test | simulate visitors | simulate users | simulate traffic | thousand users | thousand visitors | many users at once => run: loadtesting|load+test
how much do i owe | cloud bill | hosting bill | bill so far | current bill | what do we owe | how much money | money left | how much is left | how much credit | account balance => get: balance|billing|invoice|credit|customer+balance
billing history | past bills | past invoices => list: invoice|billing+history
cost estimate | how much does * cost | price of | pricing for => get: pricing|price|cost
save money | reduce cost | cost savings | recommendations | optimize spend => list: advisor|recommendation|cost
my quota | resource limits | quota left | usage limits => get: quota|limit|usage
subscriptions i have | azure subscriptions | my subscriptions => list: subscription
resource groups => list: group|resource+group
who has role | role assignments | iam | rbac => list: role|role+assignment|permission
policy compliance | compliance => : policy
best practices | best practice | how should i => get: best+practice|bestpractice|recommendation|guidance
infrastructure as code | terraform | bicep | arm template => get: terraform|bicep|bicepschema|template
command line for | cli command | what command | az command | command to => run|get: cli|command|extension+cli|azd
design architecture | architecture diagram | system design => create: cloudarchitect|architecture|design
migrate to azure | move to cloud | migrate servers => run: migrate|azuremigrate|migration
redis cache | in memory cache => : redis|cache
send mail from app | transactional email => send: email|communication
chat bot => : agent|bot|foundry
speech to text | transcribe | text to speech | dictate => run: speech|transcription
who am i logged in | my account details | account info | account details => get: account+information|account|user|me
one click app | ready made app | marketplace => list: marketplace|1+click|one+click
project => : project
add domain | custom domain | my own domain => create|update: domain
site build | build settings => : build|deploy|project
site password | password protect => update: visitor+access|access|password|project
form submissions | contact form | people who filled => get: form|submission|form+submission
deploy preview | preview url => : deploy|preview
plugin extension addon: extension plugin integration
servers: server droplet vm instance
hosting: app site droplet
bandwidth: bandwidth metric
storage space: storage disk size
k8s kubernetes: kubernetes aks cluster
postgres: postgres
namespace: namespace
stale idle unused: unused idle
`;
