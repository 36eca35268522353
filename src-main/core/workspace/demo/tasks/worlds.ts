/** Channels, people and messages, which every world of the demo has. */
const slackRecords = `  channels:
    - {id: C0SUPPORT1, name: support, topic: Customers who write to us}
    - {id: C0WAREHS01, name: warehouse, topic: "Picking, packing, shelves"}
    - {id: C0RELEASE1, name: releases, topic: What goes live}
    - {id: C0INCIDENT, name: incident-room, topic: Only while something burns}
  users:
    - {id: U0MARIA001, name: maria, display_name: Maria Keller, email: maria@shop.example, title: Developer}
    - {id: U0JONAS001, name: jonas, display_name: Jonas Wolf, email: jonas@shop.example, title: Developer}
    - {id: U0JOBRANDT, name: jo.brandt, display_name: Jo Brandt, email: jo.brandt@shop.example, title: Warehouse}
    - {id: U0JOBRAND1, name: jo.brand, display_name: Jo Brand, email: jo.brand@partner.example, title: Supplier}
  messages:
    - {channel: C0RELEASE1, ts: "1795600000.000100", user: pegboard, by_bot: true, text: Release 2.3 goes live on Firday., terms: "in:#releases from:@pegboard"}
    - {channel: C0WAREHS01, ts: "1795610000.000100", user: pegboard, by_bot: true, text: Forklift service on Monday., terms: "in:#warehouse from:@pegboard"}
    - {channel: C0WAREHS01, ts: "1795610060.000100", user: pegboard, by_bot: true, text: Forklift service on Monday., terms: "in:#warehouse from:@pegboard"}
    - {channel: C0SUPPORT1, ts: "1795620000.000100", user: maria, by_bot: false, text: The voucher page is down again., terms: "in:#support from:@maria"}
    - {channel: C0WAREHS01, ts: "1795630000.000100", user: jo.brandt, by_bot: false, text: When does the glaze supplier deliver?, terms: "in:#warehouse from:@jo.brandt"}
    - {channel: C0WAREHS01, ts: "1795630500.000100", thread_ts: "1795630000.000100", user: jonas, by_bot: false, text: "They told me Thursday, dock 4.", terms: "in:#warehouse from:@jonas"}
  scheduled: []
  reactions: []
  invites: []
`;

const slackTools = `  slack.send_message: {insert: messages, set: {channel: $channel, ts: {$new: "1796000000.00000"}, text: $text, thread_ts: $thread_ts, user: pegboard, by_bot: true}}
  slack.schedule_message: {insert: scheduled, set: {id: {$new: Q0}, channel: $channel, text: $text, post_at: $post_at, thread_ts: $thread_ts}}
  slack.update_message:
    update: messages
    where: {channel: $channel, ts: $ts}
    set: {text: $text, edited: true}
    refuse: [{when: {by_bot: false}, error: cant_update_message}]
  slack.delete_message:
    remove: messages
    where: {channel: $channel, ts: $ts}
    refuse: [{when: {by_bot: false}, error: cant_delete_message}]
  slack.search_messages: {list: messages, text: {words: query, fields: [text, terms, user]}, limit: count, fields: [channel, ts, thread_ts, user, by_bot, text]}
  slack.get_channel_history: {list: messages, where: {channel: $channel}, limit: limit, fields: [channel, ts, thread_ts, user, by_bot, text]}
  slack.get_thread_replies: {list: messages, where: {channel: $channel, thread_ts: $thread_ts}, fields: [channel, ts, thread_ts, user, text]}
  slack.list_channels: {list: channels, text: {words: name_contains, fields: [name]}, limit: limit}
  slack.list_users: {list: users, text: {words: query, fields: [name, display_name, email]}, limit: limit}
  slack.add_reaction:
    - {insert: reactions, set: {channel: $channel, ts: $ts, emoji: $emoji}}
    - {get: messages, where: {channel: $channel, ts: $ts}}
  slack.invite_to_channel:
    - {insert: invites, set: {channel: $channel, users: $users}}
    - {get: channels, where: {id: $channel}}
`;

const shopWorld = `name: shop
description: Customers, orders, stock and the calendar of a small shop that sells crockery. A cancelled order leaves the stock as it is.
records:
  customers:
    - {customer_id: CUS-1001, name: Ana Lopes, email: ana.lopes@example.com, phone: "+351 900 111", city: Porto}
    - {customer_id: CUS-1002, name: Ana Lopez, email: ana.lopez@example.com, phone: "+34 600 222", city: Girona}
    - {customer_id: CUS-1003, name: Ben Okafor, email: ben@okafor.example, phone: "+44 700 333", city: Leeds}
    - {customer_id: CUS-1004, name: Clara Weiss, email: clara@weiss.example, phone: "+49 150 444", city: Bremen}
    - {customer_id: CUS-1005, name: Dmitri Sokol, email: dmitri@sokol.example, phone: "+48 500 555", city: Lublin}
    - {customer_id: CUS-1006, name: Emma Novak, email: emma.novak@example.com, phone: "+43 660 666", city: Graz}
    - {customer_id: CUS-1007, name: Emma Novak, email: e.novak@example.org, phone: "+48 501 777", city: Poznań}
    - {customer_id: CUS-1008, name: Farid Haddad, email: farid@haddad.example, phone: "+33 610 888", city: Lille}
  # refund_amount is what a refund without an amount pays back; only orders.refund shows it.
  orders:
    - {order_id: ORD-50001, customer_id: CUS-1001, email: ana.lopes@example.com, status: paid, skus: [MUG-RED], total: 3600, placed: "2026-11-19", address: {street: Rua Nova 4, postal_code: 4000-011, city: Porto}, refund_amount: 3600}
    - {order_id: ORD-50002, customer_id: CUS-1002, email: ana.lopez@example.com, status: shipped, skus: [MUG-BLUE], total: 1800, placed: "2026-11-12", address: {street: Calle Luna 8, postal_code: "17001", city: Girona}, tracking_number: DHL-77120, refund_amount: 1800}
    - {order_id: ORD-50003, customer_id: CUS-1003, email: ben@okafor.example, status: delivered, skus: [TEA-POT], total: 4200, placed: "2026-10-30", address: {street: 9 Mill Lane, postal_code: LS1 4AB, city: Leeds}, tracking_number: DPD-31007, refund_amount: 4200}
    - {order_id: ORD-50004, customer_id: CUS-1004, email: clara@weiss.example, status: new, skus: [BOWL-S], total: 2700, placed: "2026-11-21", address: {street: Am Wall 7, postal_code: "28195", city: Bremen}, refund_amount: 2700}
    - {order_id: ORD-50005, customer_id: CUS-1005, email: dmitri@sokol.example, status: packed, skus: [PLATE-OAK], total: 5100, placed: "2026-11-18", address: {street: Krótka 2, postal_code: 20-001, city: Lublin}, refund_amount: 5100}
    - {order_id: ORD-50006, customer_id: CUS-1006, email: emma.novak@example.com, status: shipped, skus: [TEA-POT], total: 4200, placed: "2026-11-15", address: {street: Murgasse 3, postal_code: "8010", city: Graz}, tracking_number: GLS-50418, refund_amount: 4200}
    - {order_id: ORD-50007, customer_id: CUS-1007, email: e.novak@example.org, status: paid, skus: [MUG-RED], total: 1800, placed: "2026-11-20", address: {street: Polna 11, postal_code: 60-535, city: Poznań}, refund_amount: 1800}
    - {order_id: ORD-50008, customer_id: CUS-1003, email: ben@okafor.example, status: paid, skus: [BOWL-S], total: 5400, placed: "2026-11-22T10:01:00Z", address: {street: 9 Mill Lane, postal_code: LS1 4AB, city: Leeds}, refund_amount: 5400}
    - {order_id: ORD-50009, customer_id: CUS-1003, email: ben@okafor.example, status: paid, skus: [BOWL-S], total: 5400, placed: "2026-11-22T10:02:00Z", address: {street: 9 Mill Lane, postal_code: LS1 4AB, city: Leeds}, refund_amount: 5400}
    - {order_id: ORD-50010, customer_id: CUS-1008, email: farid@haddad.example, status: delivered, skus: [MUG-BLUE], total: 3600, placed: "2026-11-02", address: {street: Rue Basse 5, postal_code: "59000", city: Lille}, tracking_number: CP-90233, refund_amount: 3600}
    - {order_id: ORD-50011, customer_id: CUS-1004, email: clara@weiss.example, status: cancelled, skus: [TEA-POT], total: 4200, placed: "2026-09-14", address: {street: Am Wall 7, postal_code: "28195", city: Bremen}, refund_amount: 0}
    - {order_id: ORD-50012, customer_id: CUS-1006, email: emma.novak@example.com, status: paid, skus: [MUG-BLUE], total: 1800, placed: "2026-11-20", address: {street: Murgasse 3, postal_code: "8010", city: Graz}, refund_amount: 1800}
  stock:
    - {sku: MUG-RED, product: red mug, warehouse: BER, on_hand: 120, reserved: 6, incoming: 0, outgoing: 0}
    - {sku: MUG-RED, product: red mug, warehouse: LYO, on_hand: 37, reserved: 2, incoming: 0, outgoing: 0}
    - {sku: MUG-BLUE, product: blue mug, warehouse: BER, on_hand: 61, reserved: 0, incoming: 0, outgoing: 0}
    - {sku: MUG-BLUE, product: blue mug, warehouse: LYO, on_hand: 14, reserved: 1, incoming: 0, outgoing: 0}
    - {sku: TEA-POT, product: teapot, warehouse: BER, on_hand: 9, reserved: 3, incoming: 0, outgoing: 0}
    - {sku: TEA-POT, product: teapot, warehouse: LYO, on_hand: 0, reserved: 0, incoming: 0, outgoing: 0}
    - {sku: TEA-POT, product: teapot, warehouse: POZ, on_hand: 22, reserved: 0, incoming: 0, outgoing: 0}
    - {sku: PLATE-OAK, product: oak plate, warehouse: POZ, on_hand: 48, reserved: 4, incoming: 0, outgoing: 0}
    - {sku: BOWL-S, product: small bowl, warehouse: BER, on_hand: 75, reserved: 8, incoming: 0, outgoing: 0}
    - {sku: BOWL-S, product: small bowl, warehouse: LYO, on_hand: 3, reserved: 0, incoming: 0, outgoing: 0}
  stock_log: []
  transfers: []
  emails: []
  schedules: []
  parcels:
    - {tracking_number: DHL-77120, last_scan: "Girona, out for delivery", expected: "2026-11-25"}
    - {tracking_number: GLS-50418, last_scan: "Linz, sorting centre", expected: "2026-11-27"}
    - {tracking_number: DPD-31007, last_scan: "Leeds, delivered", expected: "2026-11-03"}
  articles:
    - {article_id: KB-12, title: Returns, text: Unused goods come back within 45 days. The customer pays the postage.}
    - {article_id: KB-19, title: Gift wrapping, text: Wrapping costs 3.20 euros an order. Teapots are not wrapped.}
    - {article_id: KB-27, title: Breakage, text: Broken goods are refunded in full against a photo.}
  sales:
    - {from: "2026-10-01", to: "2026-10-31", orders: 412, revenue: 1843000, refunds: 9}
    - {from: "2026-09-01", to: "2026-09-30", orders: 377, revenue: 1610500, refunds: 14}
  events:
    - {title: Stocktaking, start: "2026-12-04T08:00:00Z", duration_minutes: 120}
    - {title: Team lunch, start: "2026-12-04T12:00:00Z", duration_minutes: 60}
${slackRecords}tools:
  orders.search:
    list: orders
    where: {customer_id: $customer_id, email: $email, status: $status}
    text: {words: sku, fields: [skus]}
    limit: limit
    fields: [order_id, customer_id, status, skus, total, placed]
  orders.get: {get: orders, where: {order_id: $order_id}, fields: [order_id, customer_id, email, status, skus, total, placed, address, tracking_number, refunded]}
  orders.cancel:
    update: orders
    where: {order_id: $order_id}
    set: {status: cancelled, cancel_reason: $reason}
    fields: [order_id, status, cancel_reason]
    refuse:
      - {when: {status: shipped}, error: The order was shipped. It needs a return.}
      - {when: {status: delivered}, error: The order was delivered. It needs a return.}
      - {when: {status: cancelled}, error: The order is cancelled already.}
  orders.refund:
    update: orders
    where: {order_id: $order_id}
    set: {refunded: true, refund_amount: $amount, refund_reason: $reason, refund_lines: $lines}
    fields: [order_id, status, refunded, refund_amount, refund_reason]
    refuse:
      - {when: {refunded: true}, error: Nothing is left of the payment.}
      - {when: {status: new}, error: Not shipped yet. Cancel the order instead.}
      - {when: {status: paid}, error: Not shipped yet. Cancel the order instead.}
      - {when: {status: packed}, error: Not shipped yet. Cancel the order instead.}
      - {when: {status: cancelled}, error: The payment was returned when the order was cancelled.}
  orders.update_address:
    update: orders
    where: {order_id: $order_id}
    set: {address: $address}
    fields: [order_id, status, address]
    refuse:
      - {when: {status: packed}, error: "Too late: the order is packed."}
      - {when: {status: shipped}, error: "Too late: the order is shipped."}
      - {when: {status: delivered}, error: "Too late: the order is delivered."}
      - {when: {status: cancelled}, error: The order is cancelled.}
  inventory.check_stock: {list: stock, where: {sku: {$in: $skus}, warehouse: $warehouse}}
  inventory.adjust_stock:
    - {update: stock, where: {sku: $sku, warehouse: $warehouse}, set: {on_hand: {$add: $delta}}}
    - {insert: stock_log, set: {sku: $sku, warehouse: $warehouse, delta: $delta, reason: $reason}}
  inventory.transfer_stock:
    - {insert: transfers, set: {id: {$new: TR-}, sku: $sku, from: $from_warehouse, to: $to_warehouse, quantity: $quantity}}
    - {update: stock, where: {sku: $sku, warehouse: $from_warehouse}, set: {outgoing: {$add: $quantity}}}
    - {update: stock, where: {sku: $sku, warehouse: $to_warehouse}, set: {incoming: {$add: $quantity}}}
  customers.find: {list: customers, text: {words: query, fields: [name, email, phone, customer_id]}, limit: limit}
  customers.send_email:
    - {insert: emails, set: {id: {$new: MAIL-}, customer_id: $customer_id, subject: $subject, body: $body, order_id: $order_id, attach_invoice: $attach_invoice}}
    - {get: customers, where: {customer_id: $customer_id}}
  customers.erase:
    - {update: customers, where: {customer_id: $customer_id, email: $confirm_email}, set: {name: erased, email: erased, phone: erased, city: erased, erased_on: $request_date}}
    - list: orders
      where: {customer_id: $customer_id}
      refuse:
        - {when: {status: new}, error: An order of this customer is open.}
        - {when: {status: paid}, error: An order of this customer is open.}
        - {when: {status: packed}, error: An order of this customer is open.}
        - {when: {status: shipped}, error: An order of this customer is open.}
  shipping.track_parcel: {get: parcels, where: {tracking_number: $tracking_number}}
  docs.search: {list: articles, limit: limit}
  docs.get_article: {get: articles, where: {article_id: $article_id}}
  reports.sales_summary: {list: sales, where: {from: $from, to: $to}}
  reports.schedule: {insert: schedules, set: {id: {$new: REP-}, report: $report, cron: $cron, recipients: $recipients, format: $format}}
  calendar.list_events: {list: events}
  calendar.create_event: {insert: events, set: {title: $title, start: $start, duration_minutes: $duration_minutes, attendees: $attendees, by_agent: true}}
${slackTools}results:
  pricing.calculate_total:
    - {when: {lines: [{unit_price: 1750, quantity: 3}], tax_percent: 19}, value: {net: 5250, tax: 998, total: 6248}}
    - {error: This world knows one basket only.}
`;

const repoWorld = `name: repo
description: Issues, pull requests, branches, files and builds of the repository acme/shop. Issues and pull requests share their numbers.
records:
  me: [{login: acme-bot, organizations: [acme]}]
  # terms are the qualifiers that a search may name.
  issues:
    - {owner: acme, repo: shop, number: 412, kind: issue, title: Checkout fails with two vouchers, body: The total turns negative., state: open, labels: [bug], assignees: [], terms: "repo:acme/shop is:issue is:open type:issue state:open label:bug"}
    - {owner: acme, repo: shop, number: 417, kind: issue, title: Update the tax table for 2027, body: New rates from January., state: open, labels: [chore], assignees: [jonas-w], terms: "repo:acme/shop is:issue is:open type:issue state:open label:chore"}
    - {owner: acme, repo: shop, number: 418, kind: issue, title: Basket forgets its items, body: After ten minutes., state: open, labels: [bug, basket], assignees: [], terms: "repo:acme/shop is:issue is:open type:issue state:open label:bug label:basket"}
    - {owner: acme, repo: shop, number: 420, kind: issue, title: Negative total in checkout, body: With two vouchers., state: open, labels: [], assignees: [], terms: "repo:acme/shop is:issue is:open type:issue state:open"}
    - {owner: acme, repo: shop, number: 430, kind: pull, title: Fix the tax rounding, head: fix-tax, base: main, author: jonas-w, state: closed, merged: true, checks: passing, review: APPROVE, terms: "repo:acme/shop is:pr is:merged is:closed author:jonas-w"}
    - {owner: acme, repo: shop, number: 431, kind: pull, title: Faster product search, head: fast-search, base: main, author: maria-k, state: open, merged: false, checks: passing, review: APPROVE, terms: "repo:acme/shop is:pr is:open author:maria-k"}
    - {owner: acme, repo: shop, number: 432, kind: pull, title: New basket page, head: basket, base: main, author: maria-k, state: open, merged: false, checks: failing, review: APPROVE, terms: "repo:acme/shop is:pr is:open author:maria-k"}
    - {owner: acme, repo: shop, number: 433, kind: pull, title: Voucher limits, head: vouchers, base: main, author: jonas-w, state: open, merged: false, checks: passing, review: REQUIRED, terms: "repo:acme/shop is:pr is:open author:jonas-w"}
    - {owner: acme, repo: shop, number: 435, kind: pull, title: Try another font, head: font, base: main, author: acme-bot, state: open, merged: false, checks: passing, review: APPROVE, terms: "repo:acme/shop is:pr is:open author:acme-bot author:@me"}
  comments:
    - {owner: acme, repo: shop, issue_number: 418, user: maria-k, body: It happens in private windows only.}
  reviews: []
  pull_files:
    - {owner: acme, repo: shop, number: 431, path: src/search.ts, status: modified, additions: 88, deletions: 31}
  branches:
    - {owner: acme, repo: shop, name: main, protected: true}
    - {owner: acme, repo: shop, name: fix-tax, protected: false}
    - {owner: acme, repo: shop, name: fix-tax-2, protected: false}
    - {owner: acme, repo: shop, name: fast-search, protected: false}
  files:
    - {owner: acme, repo: shop, path: config/checkout.yml, content: "timeout: 10", sha: 1f0c3a5b7d9e2f4a6c8b0d1e3f5a7c9b1d3e5f70}
    - {owner: acme, repo: shop, path: docs/OLD.md, content: Nothing here is true any more., sha: 2a4c6e8f0b1d3f5a7c9e1b3d5f7a9c0e2b4d6f81}
    - {owner: acme, repo: shop, path: src/tax.ts, content: "export function computeTax(cents) {}", sha: 3b5d7f9a1c2e4a6b8d0f2c4e6a8b0d1f3c5e7a92}
  commits:
    - {owner: acme, repo: shop, sha: 9c41e07, path: src/tax.ts, author: jonas-w, date: "2026-11-09", message: Round half up}
    - {owner: acme, repo: shop, sha: 77ab310, path: src/search.ts, author: maria-k, date: "2026-11-16", message: Index titles}
  releases: [{owner: acme, repo: shop, tag_name: v2.3.0, name: Autumn, draft: false}]
  runs:
    - {owner: acme, repo: shop, run_id: 88231, workflow: ci.yml, branch: basket, status: completed, conclusion: failure}
    - {owner: acme, repo: shop, run_id: 88230, workflow: ci.yml, branch: main, status: completed, conclusion: success}
  logs:
    - {owner: acme, repo: shop, run_id: 88231, text: "build: npm ci … error ENOSPC: no space left on device"}
    - {owner: acme, repo: shop, run_id: 88230, text: "build: all green"}
  repositories:
    - {owner: acme, name: shop, description: The shop, archived: false}
    - {owner: acme, name: old-shop, description: The shop before 2024, archived: false}
${slackRecords}tools:
  github.get_authenticated_user: {get: me}
  github.create_issue: {insert: issues, set: {owner: $owner, repo: $repo, number: {$new: 436}, kind: issue, title: $title, body: $body, state: open, labels: $labels, assignees: $assignees}}
  github.get_issue: {get: issues, where: {owner: $owner, repo: $repo, number: $issue_number}}
  # Every state is listed, and each row tells its own.
  github.list_issues: {list: issues, where: {owner: $owner, repo: $repo, kind: issue}, limit: per_page, fields: [number, title, state, labels, assignees]}
  github.search_issues: {list: issues, text: {words: query, fields: [title, body, terms]}, limit: per_page, fields: [owner, repo, number, title, state, labels]}
  github.update_issue:
    update: issues
    where: {owner: $owner, repo: $repo, number: $issue_number}
    set: {title: $title, body: $body, state: $state, state_reason: $state_reason, labels: $labels, assignees: $assignees, milestone: $milestone}
  github.add_issue_comment:
    - {insert: comments, set: {owner: $owner, repo: $repo, issue_number: $issue_number, user: acme-bot, body: $body}}
    - {get: issues, where: {owner: $owner, repo: $repo, number: $issue_number}}
  github.list_issue_comments: {list: comments, where: {owner: $owner, repo: $repo, issue_number: $issue_number}, limit: per_page}
  github.create_pull_request:
    - {insert: issues, set: {owner: $owner, repo: $repo, number: {$new: 436}, kind: pull, title: $title, body: $body, head: $head, base: $base, draft: $draft, author: acme-bot, state: open, merged: false, checks: passing, review: REQUIRED}}
    - {get: branches, where: {owner: $owner, repo: $repo, name: $head}}
  github.get_pull_request: {get: issues, where: {owner: $owner, repo: $repo, number: $pull_number, kind: pull}}
  github.list_pull_requests: {list: issues, where: {owner: $owner, repo: $repo, kind: pull}, limit: per_page, fields: [number, title, state, head, base, author, merged]}
  github.search_pull_requests: {list: issues, where: {kind: pull}, text: {words: query, fields: [title, body, terms]}, limit: per_page, fields: [owner, repo, number, title, state, author]}
  github.update_pull_request: {update: issues, where: {owner: $owner, repo: $repo, number: $pull_number, kind: pull}, set: {title: $title, body: $body, base: $base, state: $state}}
  github.merge_pull_request:
    update: issues
    where: {owner: $owner, repo: $repo, number: $pull_number, kind: pull}
    set: {merged: true, state: closed, merge_method: $merge_method}
    refuse:
      - {when: {state: closed}, error: The pull request is closed.}
      - {when: {checks: failing}, error: Required checks are failing.}
      - {when: {review: REQUIRED}, error: A review is required.}
      - {when: {review: REQUEST_CHANGES}, error: Changes were requested.}
      - {when: {review: COMMENT}, error: A review is required.}
  github.get_pull_request_diff: {get: pull_files, where: {owner: $owner, repo: $repo, number: $pull_number}}
  github.list_pull_request_files: {list: pull_files, where: {owner: $owner, repo: $repo, number: $pull_number}}
  github.create_pull_request_review:
    - update: issues
      where: {owner: $owner, repo: $repo, number: $pull_number, kind: pull}
      set: {review: $event}
      refuse: [{when: {author: acme-bot}, args: {event: APPROVE}, error: You cannot approve your own pull request.}]
    - {insert: reviews, set: {owner: $owner, repo: $repo, number: $pull_number, event: $event, body: $body}}
  github.request_reviewers: {update: issues, where: {owner: $owner, repo: $repo, number: $pull_number, kind: pull}, set: {requested_reviewers: $reviewers, requested_teams: $team_reviewers}}
  github.list_repositories: {list: repositories, where: {owner: $owner}}
  github.search_repositories: {list: repositories}
  github.list_branches: {list: branches, where: {owner: $owner, repo: $repo}}
  github.create_branch: {insert: branches, set: {owner: $owner, repo: $repo, name: $branch, from: $from_ref, protected: false}}
  github.delete_branch:
    remove: branches
    where: {owner: $owner, repo: $repo, name: $branch}
    refuse: [{when: {protected: true}, error: The branch is protected.}]
  github.get_file_contents: {get: files, where: {owner: $owner, repo: $repo, path: $path}}
  github.create_or_update_file: {update: files, where: {owner: $owner, repo: $repo, path: $path, sha: $sha}, set: {content: $content, branch: $branch, message: $message}}
  github.delete_file: {remove: files, where: {owner: $owner, repo: $repo, path: $path, sha: $sha}}
  github.search_code: {list: files, text: {words: query, fields: [owner, repo, path, content]}, fields: [owner, repo, path, content]}
  github.list_commits: {list: commits, where: {owner: $owner, repo: $repo, path: $path, author: $author}}
  github.list_releases: {list: releases, where: {owner: $owner, repo: $repo}}
  github.create_release: {insert: releases, set: {owner: $owner, repo: $repo, tag_name: $tag_name, target: $target, name: $name, body: $body, draft: $draft}}
  github.list_workflow_runs: {list: runs, where: {owner: $owner, repo: $repo, workflow: $workflow, branch: $branch}}
  github.get_workflow_run_logs: {get: logs, where: {owner: $owner, repo: $repo, run_id: $run_id}}
  github.trigger_workflow: {insert: runs, set: {owner: $owner, repo: $repo, run_id: {$new: 88232}, workflow: $workflow, branch: $ref, inputs: $inputs, status: queued}}
${slackTools}`;

const deskWorld = `name: desk
description: Messages of the team, and work that goes on in the background.
records:
  jobs:
    - {task_id: T-11, query: Import the supplier list, status: RUNNING, priority: 0}
    - {task_id: T-12, query: Translate the help pages into Polish, status: PENDING, priority: 0}
    - {task_id: T-13, query: Summarize the reviews of November, status: PENDING, priority: 5}
    - {task_id: T-14, query: Count the photos that are missing, status: COMPLETE, priority: 0}
    - {task_id: T-21, query: Suggest new prices for mugs, status: COMPLETE, group: prices, priority: 0, patch_id: P-21}
    - {task_id: T-22, query: Suggest new prices for teapots, status: COMPLETE, group: prices, priority: 0, patch_id: P-22}
    - {task_id: T-31, query: Import photos of plates, status: RUNNING, group: photos, priority: 0}
  patches:
    - {patch_id: P-21, task_id: T-21, group: prices, state: waiting, digest: Mugs at 18.50}
    - {patch_id: P-22, task_id: T-22, group: prices, state: waiting, digest: Teapots at 4.20}
  groups:
    - {group: prices, status: COMPLETE}
    - {group: photos, status: OPEN}
${slackRecords}tools:
  tasks.spawn: {insert: jobs, set: {task_id: {$new: T-}, query: $query, mode: $mode, tool_name: $tool_name, group: $group, priority: $priority, status: PENDING}}
  tasks.list: {list: jobs, where: {group: $group, status: {$in: $status_filter}}, limit: limit, fields: [task_id, query, status, group, priority]}
  tasks.get: {get: jobs, where: {task_id: $task_id}}
  tasks.cancel:
    update: jobs
    where: {task_id: $task_id}
    set: {status: CANCELLED}
    refuse: [{when: {status: COMPLETE}, error: The task is complete.}]
  tasks.prioritize:
    update: jobs
    where: {task_id: $task_id}
    set: {priority: $priority}
    refuse: [{when: {status: RUNNING}, error: The task runs already.}]
  tasks.apply_patch:
    update: patches
    where: {patch_id: $patch_id, state: waiting}
    set: {state: $action}
  tasks.seal_group: {update: groups, where: {group: $group}, set: {status: SEALED}}
  tasks.cancel_group:
    - {update: groups, where: {group: $group}, set: {status: CANCELLED}}
    - {update: jobs, where: {group: $group}, set: {status: CANCELLED}}
  tasks.apply_group: {update: patches, where: {group: $group, state: waiting}, set: {state: $action}}
  tasks.list_groups: {list: groups, where: {status: {$in: $status_filter}}}
  tasks.get_group: {get: groups, where: {group: $group}}
${slackTools}`;

/** The worlds of the demo's tasks, by name. */
export const demoWorlds = { shop: shopWorld, repo: repoWorld, desk: deskWorld } as const;
