/** Tasks over the world of messages and background work, by name. */
export const deskTasks = {
  'we-are-live': `level: easy
query: "Say it in #releases now: Version 2.4 is live."
solution:
  - {tool: slack.list_channels, args: {name_contains: releases}, ask: find a channel}
  - {tool: slack.send_message, args: {channel: C0RELEASE1, text: Version 2.4 is live.}, ask: post to a channel, mistaken_for: slack.schedule_message}
answer: It is posted.
expect:
  state: [{in: messages, where: {channel: C0RELEASE1, text: Version 2.4 is live.}, count: 1}]
  only_changes: [messages]
`,
  'not-before-nine': `query: >-
  Remind #warehouse of the stocktaking on 1 December 2026, 9:00 UTC sharp (Unix time 1796115600) and not a minute earlier. The text: Stocktaking starts now.
persona: support
solution:
  - {tool: slack.list_channels, args: {name_contains: warehouse}, ask: channel id}
  - tool: slack.schedule_message
    args: {channel: C0WAREHS01, text: Stocktaking starts now., post_at: 1796115600}
    ask: post a reminder later
    mistaken_for: slack.send_message
answer: The reminder is queued.
expect:
  state: [{in: scheduled, where: {channel: C0WAREHS01}, has: {text: Stocktaking starts now., post_at: 1796115600}, count: 1}]
  only_changes: [scheduled]
`,
  'not-firday': `query: "You wrote Firday in #releases. Make that post read: Release 2.3 goes live on Friday."
solution:
  - {tool: slack.search_messages, args: {query: Firday}, ask: find a message by its words}
  - tool: slack.update_message
    args: {channel: C0RELEASE1, ts: "1795600000.000100", text: Release 2.3 goes live on Friday.}
    ask: edit a post
    mistaken_for: slack.send_message
answer: The typo is gone.
expect:
  state: [{in: messages, where: {channel: C0RELEASE1}, has: {text: Release 2.3 goes live on Friday., ts: "1795600000.000100"}, count: 1}]
  only_changes: [messages]
`,
  'posted-twice': `level: hard
description: Two posts have the same text; only the second one goes.
persona: developer
query: The forklift notice stands twice in the warehouse channel. Take the later of your two posts back.
solution:
  - {tool: slack.search_messages, args: {query: forklift}, ask: find posts}
  - {tool: slack.delete_message, args: {channel: C0WAREHS01, ts: "1795610060.000100"}, ask: take a post back, mistaken_for: slack.update_message}
answer: One notice is left.
expect:
  state:
    - {in: messages, where: {text: Forklift service on Monday.}, has: {ts: "1795610000.000100"}, count: 1}
    - {in: messages, count: 5}
  only_changes: [messages]
`,
  'not-yours': `level: hard
tags: [no_change]
description: The post is somebody else's.
query: Delete the post that says the voucher page is down, if it's one of yours. If a colleague wrote it, don't try; tell me the user name.
solution:
  - {tool: slack.search_messages, args: {query: voucher page}, ask: who wrote a message}
answer: It was written by maria.
expect:
  only_changes: []
  never_called: [slack.delete_message]
  answer_contains: maria
`,
  'tick-it': `level: easy
query: Put a white_check_mark on Maria's post about the voucher page. No words, only the emoji.
persona: support
solution:
  - {tool: slack.search_messages, args: {query: voucher page}, ask: find a message}
  - tool: slack.add_reaction
    args: {channel: C0SUPPORT1, ts: "1795620000.000100", emoji: white_check_mark}
    ask: emoji on a message
    mistaken_for: slack.send_message
answer: It has its check mark.
expect:
  state: [{in: reactions, where: {channel: C0SUPPORT1}, has: {ts: "1795620000.000100", emoji: white_check_mark}, count: 1}]
  only_changes: [reactions]
`,
  'let-jo-in': `level: hard
description: Jo Brand is a supplier and must not read along.
query: Jo from our own warehouse has to be in #incident-room. See to it.
solution:
  - {tool: slack.list_users, args: {query: Jo}, ask: find a person}
  - {tool: slack.list_channels, args: {name_contains: incident}, ask: id of a channel}
  - tool: slack.invite_to_channel
    args: {channel: C0INCIDENT, users: [U0JOBRANDT]}
    ask: add somebody to a channel
    mistaken_for: slack.send_message
answer: Jo Brandt is in.
expect:
  state: [{in: invites, where: {channel: C0INCIDENT}, has: {users: [U0JOBRANDT]}, count: 1}]
  only_changes: [invites]
`,
  'glaze-day': `query: Somebody answered Jo's question about the glaze supplier in the thread. On which weekday do they come?
persona: developer
solution:
  - {tool: slack.search_messages, args: {query: glaze supplier}, ask: where did we talk about it}
  - {tool: slack.get_thread_replies, args: {channel: C0WAREHS01, thread_ts: "1795630000.000100"}, ask: answers in a thread}
answer: On Thursday.
expect: {called: [slack.get_thread_replies], answer_contains: Thursday, only_changes: []}
`,
  'stop-import': `description: Another import is running, and it has a group of its own.
query: Stop the import of the supplier list. The one with the photos goes on.
solution:
  - {tool: tasks.list, args: {status_filter: [RUNNING]}, ask: what runs in the background}
  - {tool: tasks.cancel, args: {task_id: T-11}, ask: stop a background task, mistaken_for: tasks.cancel_group}
answer: T-11 is cancelled.
expect:
  state:
    - {in: jobs, where: {task_id: T-11}, has: {status: CANCELLED}}
    - {in: jobs, where: {status: RUNNING}, has: {task_id: T-31}, count: 1}
  only_changes: [jobs]
`,
  'polish-first': `query: The Polish translation can't wait. Give it the highest priority there is.
persona: developer
solution:
  - {tool: tasks.list, args: {}, ask: list background tasks}
  - {tool: tasks.prioritize, args: {task_id: T-12, priority: 10}, ask: do that one first, mistaken_for: tasks.spawn}
answer: T-12 is first.
expect:
  state:
    - {in: jobs, where: {task_id: T-12}, has: {priority: 10, status: PENDING}}
    - {in: jobs, count: 7}
  only_changes: [jobs]
`,
  'mugs-only': `level: hard
description: The patch of the teapots is nonsense and must keep waiting.
query: The new prices for mugs look right, so accept them. I'm still thinking about the teapots.
solution:
  - {tool: tasks.list, args: {group: prices}, ask: tasks of a group}
  - {tool: tasks.get, args: {task_id: T-21, include_details: true}, ask: result of a task}
  - {tool: tasks.apply_patch, args: {patch_id: P-21, action: approve}, ask: approve one result, mistaken_for: tasks.apply_group}
answer: The prices of mugs are approved.
expect:
  state:
    - {in: patches, where: {patch_id: P-21}, has: {state: approve}}
    - {in: patches, where: {patch_id: P-22}, has: {state: waiting}}
  only_changes: [patches]
`,
  'all-prices-out': `query: I want none of the price suggestions in the group prices. We keep what we have.
solution:
  - tool: tasks.apply_group
    args: {group: prices, action: reject}
    ask: reject all results of a group
    mistaken_for: tasks.cancel_group
answer: Both suggestions are rejected.
expect:
  state: [{in: patches, where: {group: prices}, has: {state: reject}, count: 2}]
  only_changes: [patches]
`,
  'no-more-photos': `description: The running task must finish.
query: Nothing more will come for the group photos. Close it for new tasks, but let what runs come to its end.
persona: developer
solution:
  - {tool: tasks.seal_group, args: {group: photos}, ask: close a group to new tasks, mistaken_for: tasks.cancel_group}
answer: The group is sealed.
expect:
  state:
    - {in: groups, where: {group: photos}, has: {status: SEALED}}
    - {in: jobs, where: {task_id: T-31}, has: {status: RUNNING}}
  only_changes: [groups]
`,
  'too-late-to-stop': `level: hard
tags: [no_change]
query: Is the count of missing photos (T-14) still going? Then stop it. If not, leave every task as it is and quote its status.
solution:
  - {tool: tasks.get, args: {task_id: T-14}, ask: status of a background task}
answer: Its status is COMPLETE.
expect:
  only_changes: []
  never_called: [tasks.cancel, tasks.cancel_group]
  answer_contains: COMPLETE
`,
} as const;
