/** What software deals with, one group a line: words, abbreviations and phrases for the same thing. */
export const nounGroups = `
repository, repo, codebase, source code
pull request, pr, merge request, mr
issue, ticket, bug, defect
commit, revision, changeset
branch, fork
directory, folder, dir
file, document, attachment
document, doc, paper, text
kubernetes, k8s, cluster
container, docker
pod, container
virtual machine, vm, instance
server, host, machine
database, db, datastore
table, relation
row, record, entry
column, field, attribute
query, sql, statement
key, secret, credential, token
password, passphrase, passcode, credential
authentication, auth, login, sso
authorization, permission, access, role, privilege
permission, right, grant
user, account, member, profile
customer, client, buyer
employee, staff, worker, personnel
team, group, organization, squad
organization, org, company, enterprise
company, business, firm, corporation, brand, startup
person, people, human
contact, address book, phone book
phone, telephone, mobile, cell
message, msg, text, sms
email, mail, e mail, inbox
channel, room, conversation
meeting, conference, call, appointment
event, occasion, happening
notification, alert, push
reminder, alarm
task, todo, to do, assignment, chore
note, memo, memory
project, workspace
page, webpage, web page
website, site, web site, domain, homepage
url, link, web address, hyperlink
web, internet, online
article, post, blog
news, headline, headlines, current events, press, journalism
image, photo, picture, pic, photograph, illustration
video, clip, movie, footage
movie, film, cinema
music, song, track, audio, playlist, artist
song, lyrics, tune, melody
audio, sound, voice, speech
podcast, episode, radio show
speech to text, transcribe, transcription, transcript
text to speech, tts, voiceover
chart, graph, plot, diagram, visualization
diagram, flowchart, drawing, mind map
report, summary, statement
metric, measurement, statistic, kpi
statistic, stats, data, figures
dataset, data set, data
log, history, audit trail
configuration, config, setting, settings, preference, option
variable, parameter, argument
environment, env
function, method, procedure
lambda, serverless function
api, interface, endpoint
webhook, callback, hook
package, library, dependency, module
version, release, revision
pipeline, workflow, ci, continuous integration
build, artifact
job, task, cron
job, career, vacancy, position, employment, occupation, hiring
resume, cv, curriculum vitae
salary, wage, pay, compensation, income
interview, recruitment
queue, topic, stream
bucket, storage, blob, s3
disk, volume, drive
network, vpc, subnet
firewall, security group
certificate, cert, ssl, tls
vulnerability, cve, exploit, security hole
security, safety, protection
malware, virus, threat
incident, outage, downtime
latency, response time, delay
error, exception, failure, crash
dashboard, board, panel
board, kanban
label, tag, category
category, genre, kind, type
comment, remark, annotation
attachment, upload
template, boilerplate, scaffold
id, identifier, uuid, guid
name, title
number, amount, quantity, count
price, cost, fee, charge, rate, pricing
cheap, affordable, budget, inexpensive, low cost, discount
discount, coupon, deal, offer, promo code, voucher, promotion
product, item, goods, merchandise, article
shop, store, shopping, marketplace, retailer
cart, basket
order, purchase
invoice, bill, receipt
payment, transaction, checkout
subscription, plan, membership
tax, taxation, vat, gst
finance, financial, money, banking, economy
bank, banking, account
stock, share, equity, ticker, stock market, securities
crypto, cryptocurrency, bitcoin, ethereum, blockchain, token, coin, nft
currency, money, exchange rate, forex, dollar, euro, usd, eur
loan, mortgage, credit, lending
budget, expense, spending
insurance, coverage, policy
accounting, bookkeeping, ledger
market, trading, trade
forecast, prediction, outlook
weather, temperature, climate, rain, forecast, humidity, wind
air quality, pollution, aqi, smog
location, place
region, area, zone
address, street, postal code, zip code, postcode, zip
city, town, municipality
country, nation, state
map, route, direction, navigation
distance, mileage, range
coordinates, latitude, longitude, geocode, gps, geolocation
airport, airline, flight, plane, airfare
flight, airplane, airline ticket
hotel, accommodation, lodging, hostel, stay, airbnb
train, railway, rail
bus, transit, public transport
car, vehicle, automobile, auto
taxi, cab, ride, uber
parking, car park, carpark
fuel, gas, petrol, gasoline, diesel
charging station, ev, electric vehicle, charger
restaurant, diner, eatery, dining, cafe
food, meal, dish, cuisine
recipe, cooking, ingredient
drink, beverage, cocktail, wine, beer, sake
nutrition, diet, calorie, vegan, vegetarian
health, medical, wellness, healthcare
doctor, physician, medical, clinic, hospital
medicine, drug, medication, pharmacy
disease, illness, symptom, condition
fitness, workout, exercise, gym, training
sport, sports, game, league, match, football, soccer, basketball, baseball
team, club, squad
player, athlete
match, fixture, game
score, result, points
standings, ranking, leaderboard, league table
game, gaming, play, puzzle, quiz
chess, checkers, board game
book, novel, literature, reading, author
story, tale, fiction, narrative
poem, poetry, verse, rhyme
quote, quotation, saying
joke, humor, humour, funny, pun
word, vocabulary, term, dictionary
definition, meaning, dictionary
synonym, thesaurus
language, translation, lingual
code, programming, coding, script, developer, software
software, app, application, program, tool
developer, programmer, engineer
school, university, college, academic
course, class, lesson, tutorial, education
student, pupil, learner
teacher, instructor, tutor
homework, assignment
exam, test, quiz
research, study, investigation
research paper, paper, academic, scholarly, scientific, arxiv, journal, publication
science, scientific, physics, chemistry, biology
math, mathematics, calculation, equation, algebra, calculator, arithmetic
space, nasa, astronomy, planet, mars, star
history, past, historical, timeline
date, day, calendar
time, clock, hour, timezone
timezone, time zone, utc
holiday, vacation, public holiday
birthday, anniversary
gift, present
party, celebration, event
wedding, marriage
baby, child, kid, infant
kid, child, children
pet, dog, cat, animal
plant, garden, gardening, flower
house, home, property, real estate, apartment, housing, flat
furniture, decor, interior
fashion, clothing, clothes, outfit, apparel, wear
beauty, cosmetics, makeup, skincare
law, legal, legislation, regulation, lawyer, attorney, court
legal, law, lawsuit, contract
contract, agreement, terms
patent, trademark, intellectual property
privacy, gdpr, data protection
government, politics, political, parliament, congress, senate, policy
election, vote, candidate
charity, nonprofit, donation, donate, non profit, ngo
astrology, horoscope, zodiac, tarot, star sign
religion, bible, quran, prayer, spiritual
dream, sleep
mental health, therapy, meditation, mindfulness, stress
marketing, advertising, ad, ads, campaign, advertisement
seo, search engine optimization, keyword, backlink
keyword, search term
social media, twitter, instagram, facebook, tiktok, linkedin
tweet, twitter
hashtag, trending, trend
trend, trending, popular, popularity
influencer, creator
review, rating, testimonial
survey, questionnaire, form, poll
form, questionnaire
presentation, slide, slides, powerpoint, deck, slideshow
spreadsheet, excel, sheet, csv
pdf, document
qr code, qr, barcode
logo, icon, branding
font, typeface, typography
color, colour, palette, hue
art, artwork, painting, drawing
design, graphic, graphics, layout
model, llm, language model, ai
prompt, instruction
ai, artificial intelligence, machine learning, ml
bot, chatbot, assistant
embedding, vector
memory, remember, recall
knowledge, information, fact, encyclopedia, wikipedia
question, faq, ask
device, gadget, hardware, smartphone, laptop
sensor, iot
light, lamp, lighting
thermostat, heating, temperature
tv, television, show, series
streaming, netflix
celebrity, actor, actress, star
anime, manga, cartoon
ip address, ip
dns, domain name, nameserver
browser, chrome, web browser
screenshot, screen capture, snapshot
clipboard, paste
cache, caching
session, cookie
backup, snapshot
statement, declaration
supplier, vendor, provider
inventory, stock level, warehouse
shipment, parcel, package, delivery, tracking number
logistics, freight, shipping
energy, electricity, power
emission, carbon, co2, carbon footprint
water, ocean, sea, surf, coast, beach, wave
earthquake, disaster, flood
`;
