// Charts, diagrams, places and geometry. Syntax: see glossary.ts.

export const CHARTS_AND_MAPS = `
area chart: trend volume cumulative shaded filled stacked time growth curve
bar chart: horizontal compare rank comparison category bars highest lowest ranking side top
column chart: vertical bars compare category quarter upright standing month
boxplot | box plot: quartile median outlier spread whisker distribution min max range
violin: density distribution spread shape outlier
histogram: distribution frequency bin bucket spread often range interval age groups ranges bars
line chart: trend time development evolution growth curve graph daily monthly weekly yearly temperature stock price history series change rise fall rising falling day progression
pie chart: slice share proportion percentage part whole portion split donut doughnut ratio breakdown cake composition percent piece wedge divided distributed
radar chart: spider web skill strength weakness dimension compare profile star rating attribute
scatter chart: correlation correlate dots points relationship depend relation versus plot cluster dependency
treemap: nested rectangle hierarchy proportion boxes squares disk space size breakdown
sankey: flow ribbon stream move source target energy money budget river goes path transition
venn: overlap circle set common intersection shared belong
funnel: conversion stage drop step lose lost signup sales pipeline visitor drop-off prospects
waterfall: gross net bridge increase decrease cumulative contribution total profit adds subtracts step
liquid chart: gauge percent percentage fill level progress goal target reached complete water tank full
word cloud: frequent common used words tag text popular mentioned review size big keyword
dual axes | dual ax: scale combine bar line axis second different unit overlay combination
organization chart: hierarchy company structure report boss reporting tree department team employee staff manager
mind map: brainstorm idea topic thought branch central tree plan notes
flow diagram: process step decision procedure arrow flowchart algorithm workflow chart logic draw boxes arrows yes
fishbone: cause root effect bone ishikawa reason problem analysis
network graph: connection relationship node edge friend connected know link social relation dependency friends dots lines web linked people
district map: region province state area color choropleth country county administrative territory heat colour provinces shade
pin map: location marker dot place point spots shops stores customers offices branches mark cities
path map: route itinerary trip journey travel tour draw stops
generate spreadsheet: table pivot grid tabular rows sheet excel cross summary
geocode | search geocode: address coordinate latitude longitude lat lng location gps place street convert position
reverse geocode | ground location: coordinate address street latitude longitude place city near location position neighborhood
directions | direction: drive route walk navigate travel road car bike cycle get go fastest journey turn trip
distance tool: far crow flies straight apart kilometers miles km air line long
distance matrix | matrix tool: travel time drive duration origin destination pairs far long shop warehouse table
elevation: high height altitude mountain above sea level hill meters tall
isochrone: reach reachable minutes drive walk time bike area far radius commute get walking cover
optimization tool: best order shortest stops delivery salesman route sequence visit tour efficient addresses errands traveling
map matching: gps trace track noisy snap road clean phone recorded drive raw
render map | static map | map image: picture image show draw map display snapshot thumbnail embed screenshot
bearing: compass direction heading angle north degrees course towards
midpoint: halfway middle center meet half
centroid: center middle geometric balance polygon shape
area tool: surface big size square meters large hectares acres land plot field shape polygon garden
length tool: long line path route measure trail kilometers total distance
bbox | bounding box: extent corners rectangle bounds around encloses frame limits smallest
buffer tool: radius circle around zone meters kilometers surrounding perimeter corridor
points within polygon: inside point zone contain fence geofence lies falls area boundary
union tool: merge combine join together zones shapes single glue areas dissolve
intersect tool: overlap common shared area zones shapes intersection
difference tool: subtract cut remove area minus shape hole erase remaining
convex: hull outline wrap enclose points around envelope smallest
simplify tool: fewer points smooth reduce vertices detail lighter smaller line shape
destination tool: end point travel bearing distance walk reach arrive heading start
nearest point line: snap closest line route road
nearest point: closest nearest store branch near shop location customer
place details: hours opening phone rating review website restaurant info number open address shop cafe
category search: nearby coffee restaurant gas station hotel atm pharmacy near around type cafes food parking supermarket close
search places | place search | local search: nearby restaurant shop near coffee hotel around find business local pizza cafe bar bakery dentist place eat store good
bar chart | column chart: tall short bars
funnel chart: narrowing leads customers buy
waterfall chart: turnover costs left adds takes
optimization: order best visit shops courier round trip
directions: bike foot turn-by-turn road quickest
matrix tool: warehouse shop driving
geocode: find spot coordinates house
map image: picture screenshot
`;
