// Browsers, phones, web search, crawling and documentation look-up. Syntax: see vocabulary.ts.

export const WEB_AND_BROWSER = `
go to url | open url | visit url | navigate to | browse to | load page | open website | open site | open page | go to page | go to website | bring up page | head to | surf to | take me to => run: navigate|open+url|new+page
go back | back button | previous page | page before | back a page => run: navigate+back|back|navigate
refresh page | reload page | reload => run: navigate|reload
click button | click link | click on | press button | hit button | push button | press the login | submit button | push * button | follow link | click => run: click
double click | right click | double tap => run: click|double+tap
fill out form | fill in form | complete form | fill form | fill out | fill in | form fields | enter my details | sign up form => run|update: fill+form|fill
type into | type in | enter text | type text | write into field | put text in | key in | type * into | enter * into => run|update: type|fill|type+text|type+key
press enter | hit enter | hit key | press key | keyboard shortcut | escape key | hit escape | press tab | arrow key | tab key => run: press+key|key
pick from dropdown | choose from dropdown | dropdown | drop down | select menu | pick option | choose option | combo box => run: select+option|option|select|fill
tick box | check box | checkbox | radio button => run: click|fill|check
hover over | mouse over | move mouse | move pointer | put mouse => run: hover|mouse+move
drag and drop | drag * to | drag * onto | drag * into | drop * onto | drag => run: drag|drop
scroll down | scroll up | scroll to | scroll page => run: mouse+wheel|scroll|swipe|press+key
upload * in browser | attach file to form | choose file | file input | file picker | upload * form | upload * into => run: file+upload|upload+file
accept dialog | dismiss dialog | alert box | confirm box | pop up | popup | javascript alert | confirmation prompt | close dialog | cookie banner => run: handle+dialog|dialog
open tab | new tab | close tab | switch tab | other tab | list tabs | which tabs | open tabs | browser tabs | tabs are open => : tab|page|new+page|select+page|list+page
close browser | quit browser | close page | close window => stop: close
window size | resize window | browser size | make window | viewport | phone sized | mobile size => update: resize|emulate
dark mode | light mode | color scheme | print style => update: emulate+media|emulate
slow connection | slow network | slow 3g | offline mode | throttle | slow down network | pretend offline | slow internet | go offline => update: emulate|network|throttle
pretend to be phone | emulate phone | mobile view | as iphone => update: emulate|resize
pretend * is in | fake location | spoof location | mock gps | set gps | change gps | fake gps => update: location|set+location|geolocation|emulate
take screenshot | screenshot | screen shot | capture page | capture screen | picture of page | picture of screen | snap of page | what does * look like | see page | see screen | on the screen | on screen | on display | look of page => get: screenshot|take+screenshot
page structure | accessibility tree | dom snapshot | elements on page | what is on page | outline of page => get: snapshot|take+snapshot|element
elements on screen | buttons on screen | what can i tap => list: element|element+on+screen
save page as pdf | print page | print to pdf | page as pdf => : pdf|pdf+save
console errors | console messages | console log | console output | javascript errors | js errors | errors on page | errors in console | browser console | page errors => list|get: console+message|console
network traffic | http requests | network calls | network requests | api calls * page | calls does * page | requests does * page | requests * page make | what does page load | failed requests | xhr | fetch requests | backend calls => list: network+request|request
response body | request headers | response headers | details of request => get: network+request
run javascript | run js | execute javascript | evaluate javascript | run script in page | javascript in page | evaluate expression | run code in page => run: evaluate|evaluate+script|run+code
wait until | wait for | hold on until | pause until => run: wait+for|wait
page speed | load time | core web vitals | performance score | why is page slow | page is slow | how fast | site speed | performance trace | profile page | slow page | record performance => run|check: performance|performance+start+trace|lighthouse|trace|performance+analyze
seo check | accessibility check | site audit | audit page | lighthouse => check: lighthouse|audit|accessibility
memory leak | heap | memory snapshot | memory use of page => get: heapsnapshot|memory|heap
record browser | record session | screen recording | record screen | record my screen | film the | capture video | record video | video of | start recording => run: start+video|screencast+start|start+screen+recording|recording|video
stop recording | end recording => stop: stop+video|screencast+stop|stop+screen+recording|stop+recording
cookies | local storage | session storage => : cookie|storage
css of | styles of | computed style | which css => get: css+style|css
highlight element | outline element | point out element => run: highlight
find on page | find text on page | search in page => search: find
log in to site => run: fill+form|click|login
open app | launch app | start app | open * on phone | fire up app | run app on phone | start * on phone | launch * on phone => run: launch+app
close app | kill app | force stop app | quit app => stop: terminate+app
install app | put app on | sideload | install apk => run: install+app
uninstall app | remove app | delete app from phone => delete: uninstall+app
apps on phone | installed apps | which apps | apps installed => list: list+app|app
which phones | connected devices | connected phones | which devices | plugged in | emulators | simulators | my devices => list: available+device|device
swipe left | swipe right | swipe up | swipe down | flick => run: swipe
tap on | touch | long press | press and hold | tap => run: click|tap|click+on+screen|long+press
home button | volume | back key | power button => run: press+button|button
rotate phone | landscape | portrait | turn phone | sideways | tilt => update: orientation
screen size | screen resolution => get: screen+size
phone logs | device logs | logcat => get: device+log|log
app crashed | crash on phone | crashes => list|get: crash
clipboard | copied text | paste => : clipboard
web search | search the web | search internet | search online | google for | google it | google | on internet | on the web | online for | look online | look up online | find online | web results | search engine | find websites | information about | facts about => search: web+search|search|web
latest news | in the news | headlines | recent news | news about | news on | breaking news => search: news+search|news
pictures of | photos of | images of | find image | find picture | image search | photo of => search: image+search|image
videos about | videos of | video about | clips | clip of | find video | videos that | tutorials on video | watch | youtube => search: video+search|video
near me | nearby | local business | restaurants | cafes | shops near | businesses near | places to eat | where can i eat | dentist | plumber => search: local+search|place+search|search+place|category+search|place|local
summarize results | short answer | quick answer => run|get: summarizer|summary|answer
scrape page | scrape website | scrape url | pull text | grab text | text of article | text of page | content of page | page content | content of url | content of website | as markdown | clean markdown | read article | read url | read webpage | read web page | read website | read this page | page as text | fetch page | fetch url | article text => get|run: scrape|extract|web+fetch|fetch
scrape all pages | whole site | entire site | entire website | whole website | all pages | every page | crawl => run: crawl
links on site | all urls | all links | urls of site | site map | sitemap | pages of site | list of urls | which pages => list|run: map
structured data | pull data from page | pull * from page | as json | extract fields | prices from page | pull * out of => run|get: extract
deep research | thorough report | research topic | in depth | deep dive | write report on | report on * market | research on | investigate topic | comprehensive => run: research|deep+research|agent
watch page | watch website | tell me when page changes | page changes | monitor page | check page every | website changes | changes on website => create: monitor|monitor+create
scientific papers | research papers | academic papers | papers about | papers on | scholarly | arxiv => search: paper|search+paper
similar papers | related papers | papers like => search: related+paper
parse pdf | parse document | read pdf | text from pdf | extract text from => run|get: parse|pdf
crawl progress | crawl done | is crawl finished => get: check+crawl+status|crawl+status
credits left | credits used | api credits => get: credit+usage|credit
docs for | docs of | documentation for | documentation of | docs about | how do i use * library | how do i use | how does * work | api reference | reference docs | library docs | framework docs | look up docs | look up documentation | read docs | up to date docs | manual for | how to * in | newest * version => get|search: query+doc|doc|documentation|resolve+library
which library | library id | find library | package name => search: resolve+library|library
scraper | scrapers | bot that scrapes | ready made scraper | crawler => : actor|scrape|crawl
run scraper | start scraper | launch scraper => run: call+actor|run+actor|actor
stop scraper | halt scraper | kill scraper | halt run | stop run => stop: abort+actor|abort
scraper results | scraped data | results of scrape | results of run | collected data | items collected | what * collected => get: dataset+item|dataset
scraper log | run log => get: run+log|log
past runs | runs so far | previous runs => list: run+list|run
website changes: monitor
surf: navigate
webpage: page url
youtube: video
tweets twitter linkedin instagram tiktok: actor search scrape social
markdown: markdown scrape
`;
