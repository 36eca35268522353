/** What software does, one group a line: words that users and tools use for the same act. */
export const verbGroups = `
create, add, new, make, insert, register
generate, create, produce, compose
build, compile, construct, assemble
delete, remove, drop, erase, destroy, discard, purge
clear, empty, wipe, reset, flush
update, edit, modify, change, alter, revise, patch, amend
replace, substitute, swap, overwrite
rename, relabel
get, fetch, retrieve, read, obtain, lookup
list, enumerate, show all, browse, index
show, display, view, present, reveal
search, find, query, lookup, discover, seek
locate, find, position, whereabouts
filter, narrow, restrict, refine
sort, order, rank, arrange
count, tally
send, deliver, dispatch, transmit, forward
reply, respond, answer
notify, alert, inform, warn, remind
subscribe, follow, watch
unsubscribe, unfollow, unwatch, opt out
publish, post, release, announce
share, distribute, invite
upload, import, ingest, attach
download, export, save, extract
copy, duplicate, clone, replicate
move, transfer, relocate, migrate
merge, combine, join, unite, concatenate
split, divide, separate, partition, slice
compare, diff, contrast, versus, difference
convert, transform, turn into, translate
translate, translation, language, interpret, multilingual
summarize, summary, abstract, condense, digest, tldr
explain, describe, clarify, interpret
analyze, analyse, analysis, examine, inspect, evaluate
assess, evaluate, rate, score, grade
check, verify, validate, confirm, test
test, trial, experiment
monitor, track, observe, watch, trace
measure, gauge, quantify
calculate, compute, work out, determine
estimate, predict, forecast, project, approximate
plan, schedule, organize, arrange
schedule, calendar, appointment, timetable, agenda
book, reserve, reservation, booking
cancel, abort, revoke, withdraw
start, begin, launch, run, initiate
run, execute, invoke, perform
stop, end, terminate, halt, kill
pause, suspend, hold
resume, continue, unpause
restart, reboot, relaunch
open, access, enter
close, shut, resolve, finish
lock, protect, secure
unlock, release
enable, activate, turn on, switch on
disable, deactivate, turn off, switch off
install, setup, deploy, provision
uninstall, undeploy, deprovision
configure, set, adjust, customize
assign, allocate, delegate
approve, accept, authorize, permit
reject, decline, deny, refuse
login, sign in, log in, authenticate
logout, sign out, log out
signup, sign up, register, enroll
buy, purchase, acquire, shop
sell, sale, vend
pay, payment, checkout, settle
refund, reimburse, money back
rent, lease, hire, rental
order, purchase, buy
ship, deliver, shipment, shipping, delivery
return, restore, revert
undo, revert, rollback, roll back
archive, backup, store
restore, recover, undelete
encrypt, cipher, encode
decrypt, decipher, decode
compress, zip, shrink, minify
decompress, unzip, expand
resize, scale, crop
draw, paint, sketch, illustrate
design, layout, prototype
write, compose, author, draft
proofread, grammar, spelling, rewrite, polish
rephrase, paraphrase, rewrite, reword
learn, study, education, teach
practice, exercise, train
record, capture, log
scan, inspect, crawl
debug, troubleshoot, diagnose, fix
fix, repair, solve, correct
connect, link, join, attach
disconnect, detach, unlink
recommend, suggest, advise, propose
review, feedback, rating, opinion
discuss, chat, talk, converse
vote, poll, ballot
comment, remark, note
label, tag, categorize, classify
classify, categorize, group, cluster
pin, bookmark, favorite, favourite, star
block, ban, blacklist
report, flag, complain
travel, trip, journey, tour, vacation, holiday, itinerary, getaway
cook, recipe, meal, dish, cuisine, ingredient, food
invest, investment, investor, portfolio
`;
