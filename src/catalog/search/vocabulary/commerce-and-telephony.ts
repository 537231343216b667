// Payments, shops and subscriptions; phone calls, text messages, verification. Syntax: see vocabulary.ts.

export const COMMERCE_AND_TELEPHONY = `
money back | give * their money back | pay * back | return payment | return money | reimburse | send money back | reverse charge => create: refund
charge back | chargeback | bank reversal | customer contested | contested | disputed => : dispute
respond to dispute | fight dispute | evidence | submit evidence => update: dispute
promo code | discount code | voucher code | percent off | money off | % off | discount of | special offer | black friday deal => create: coupon|promotion+code|discount
existing discounts | active discounts | discounts we have => list: coupon
new customer | sign up customer | register customer | add customer | onboard customer | customer record => create: customer
find customer | our customers | who are our customers | customers with => list|search: customer
recurring payment | monthly plan | monthly payment | yearly plan | annual plan | charge * a month | charge * per month | a month for | a month | per month | per year | price point | how much it costs | set price | new price | costs * each => create: price
sell new | something to sell | new thing to sell | catalog item | new product | add product => create: product
what do we sell | things we sell | our products | product catalog => list: product
what do we charge | our prices => list: price
switch plan | change plan | upgrade plan | downgrade plan | move * to plan | switch * to * plan | to yearly plan | to annual plan | pause subscription | different plan => update: subscription
stop paying | end plan | cancel plan | end subscription | quit plan | cancel membership | stop subscription | unsubscribe customer => stop|delete: cancel+subscription|subscription
who subscribes | active subscribers | subscribers | who pays monthly | active subscriptions => list: subscription
payment link | checkout link | link to pay | pay page | url to pay | link for payment | pay by link => create: payment+link|checkout
bill customer | bill client | bill someone | invoice customer | invoice client | new invoice | draft invoice | send bill | write invoice | bill * for => create: invoice
line on invoice | add * to invoice | invoice line | position on invoice | line item => create: invoice+item
issue invoice | send out invoice | finish invoice | lock invoice | make invoice final => update|run: finalize+invoice|finalize
unpaid invoices | open invoices | overdue invoices | outstanding invoices | overdue bills => list: invoice
recent payments | payments received | latest charges | payments from | who paid | transactions | recent charges | failed payments => list: payment+intent|payment
how much money do we have | how much money is in | available funds | money in account | stripe balance | cash available | payout available => get: balance
payment docs => search: documentation
phone number | mobile number | telephone number => : phone+number|number
buy number | buy phone number | buy * number | purchase number | get me number | rent number | order number | new phone number => create: incoming+phone+number|phone+number|number
numbers to buy | numbers for sale | available numbers | numbers can i get | numbers can i buy | numbers i can | which * numbers | search numbers | free numbers => list|search: available+phone+number|phone+number
numbers we own | our numbers | my numbers | numbers do we have => list: incoming+phone+number|phone+number
give up number | release number | drop number | get rid of number => delete: incoming+phone+number|phone+number
text someone | text my | text the | text customer | text client | text mom | text him | text her | text them | text * that | send text | text message | sms to | send sms | send message to phone | text * number | drop text | by text => send|create: message|sms
texts sent | sms log | messages sent | sent messages | text history | texts we got => list: message
picture message | mms => : media|message
call someone | phone someone | ring someone | give * a call | place call | make call | make phone call | phone call | ring up | dial | call customer | phone customer | robocall | call number => create: call
hang up | end call | drop call | cut off call | terminate call | redirect call => update: call
call history | calls made | recent calls | call log | past calls | who called | calls today | missed calls => list: call
call recording | recording of call | listen to call | record call | recorded calls => : recording|call+recording
transcribe call | transcript of call | what was said on call => : transcription
conference call | people on call | participants in conference | who is in conference => : conference|participant
mute * in conference | mute participant | kick * from conference => update|delete: participant
group of callers on hold | callers waiting | hold queue | waiting line | callers in queue => : queue|member
voice mail => : recording|voicemail
toll free => : toll+free
local number | area code => : local
short code => : short+code
caller id | verified numbers => : caller+id|outgoing+caller+id|validation+request
how many texts | how many messages | how much did we spend | usage this month | usage today | usage yesterday | phone costs => list: usage+record|usage
alert when usage | usage limit | spending alert | spend limit => create: usage+trigger|trigger
account money | phone credit | how much credit => get: balance
sub account | client account | separate account => : subaccount|account
phone app | call handler | call flow => : application|flow
sip | voip phone | pbx => : sip
sip domain => : sip+domain
api key for phone | signing key => : key|signing+key
two factor | two step | one time code | one time password | verification code | verify phone | check code | confirm phone => : verification|verify|verification+check
phone menu | ivr => : flow|studio
opt out list | do not text => : opt+out
notify me by text => send: sms|message
connected apps => : connect+app
emergency address | street address on file => : address
buyer: customer
clients: customer
subscriber: subscription customer
proceeds revenue earnings income: balance payment revenue
toll: toll+free
handset: phone device
`;
