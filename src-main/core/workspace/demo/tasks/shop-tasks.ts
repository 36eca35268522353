/** Tasks over the world of the shop, by name. */
export const shopTasks = {
  'cancel-paid': `level: easy
query: The lady of order ORD-50001 changed her mind. Cancel it, please.
solution:
  - {tool: orders.cancel, args: {order_id: ORD-50001, reason: customer_request}, ask: stop an order before it ships, mistaken_for: orders.refund}
answer: ORD-50001 is cancelled.
expect:
  state: [{in: orders, where: {order_id: ORD-50001}, has: {status: cancelled}}]
  only_changes: [orders]
`,
  'refund-broken': `level: easy
query: Ben's teapot from ORD-50003 came out of the box in pieces. Pay him everything back.
persona: support
solution:
  - {tool: orders.refund, args: {order_id: ORD-50003, reason: damaged}, ask: give the money back, mistaken_for: orders.cancel}
answer: Ben gets his 42.00 euros back.
expect:
  state: [{in: orders, where: {order_id: ORD-50003}, has: {status: delivered, refund_amount: 4200, refund_reason: damaged}}]
  only_changes: [orders]
`,
  'refund-part': `description: The amount is in cents.
query: "ORD-50010 turned up late. Return 5 euros of it, not more."
solution:
  - {tool: orders.refund, args: {order_id: ORD-50010, amount: 500, reason: late}, ask: partial refund}
answer: 5.00 euros of ORD-50010 are on their way back.
expect:
  state:
    - {in: orders, where: {order_id: ORD-50010}, has: {refund_amount: 500, refund_reason: late}}
    - {in: orders, where: {refunded: true}, count: 1}
  only_changes: [orders]
`,
  'already-shipped': `level: hard
tags: [no_change]
description: A refund sounds like help, and nobody asked for it.
persona: support
query: Can ORD-50002 still be stopped? Cancel it if so. If it has left us, touch nothing and send me its tracking number.
solution:
  - {tool: orders.get, args: {order_id: ORD-50002}, ask: look at an order}
answer: It was shipped already, with DHL-77120.
expect:
  only_changes: []
  never_called: [orders.refund]
  answer_contains: DHL-77120
`,
  'wrong-street': `level: easy
query: "New street for ORD-50004: Clara Weiss, Domshof 21, 28195 Bremen. She mistyped it."
solution:
  - tool: orders.update_address
    args: {order_id: ORD-50004, address: {name: Clara Weiss, street: Domshof 21, postal_code: "28195", city: Bremen}}
    ask: correct a delivery address
answer: ORD-50004 goes to Domshof 21 now.
expect:
  state: [{in: orders, where: {order_id: ORD-50004}, has: {status: new, address: {street: Domshof 21, postal_code: "28195"}}}]
  only_changes: [orders]
`,
  'packed-address': `level: hard
tags: [no_change]
query: >-
  Dmitri moved. ORD-50005 should go to Lipowa 9, 20-020 Lublin. Should it be too late for that, don't work around it: just name the status the order is in.
solution:
  - {tool: orders.get, args: {order_id: ORD-50005}, ask: status of an order}
answer: The order is packed, so its address stays.
expect:
  only_changes: []
  never_called: [orders.cancel]
  answer_contains: packed
`,
  'two-emmas': `level: hard
description: Two customers have the same name, and both have a paid order.
query: Emma Novak rang, the one who lives in Poznań. She doesn't need her mug any more, so drop her order.
solution:
  - {tool: customers.find, args: {query: Emma Novak}, ask: look up a customer by name}
  - {tool: orders.search, args: {customer_id: CUS-1007}, ask: orders of a customer}
  - {tool: orders.cancel, args: {order_id: ORD-50007, reason: customer_request}, ask: cancel an order, mistaken_for: orders.refund}
answer: ORD-50007 of the Emma in Poznań is cancelled.
expect:
  state:
    - {in: orders, where: {order_id: ORD-50007}, has: {status: cancelled}}
    - {in: orders, where: {order_id: ORD-50012}, has: {status: paid}}
  only_changes: [orders]
`,
  'ordered-twice': `query: Ben Okafor clicked twice and has the same bowls in two paid orders. Keep the first one, and cancel the other as a duplicate.
persona: support
solution:
  - {tool: orders.search, args: {email: ben@okafor.example, status: paid}, ask: find orders by e-mail}
  - {tool: orders.cancel, args: {order_id: ORD-50009, reason: duplicate}, ask: cancel a duplicate order}
answer: ORD-50009 is cancelled; ORD-50008 stays.
expect:
  state:
    - {in: orders, where: {order_id: ORD-50008}, has: {status: paid}}
    - {in: orders, where: {order_id: ORD-50009}, has: {status: cancelled, cancel_reason: duplicate}}
  only_changes: [orders]
`,
  'red-mugs': `level: easy
query: How many red mugs (MUG-RED) lie on the shelf in Lyon?
solution:
  - {tool: inventory.check_stock, args: {skus: [MUG-RED], warehouse: LYO}, ask: is it in stock, mistaken_for: inventory.adjust_stock}
answer: There are 37.
expect: {called: [inventory.check_stock], answer_contains: "37", only_changes: []}
`,
  'fallen-plates': `level: easy
query: Four oak plates, PLATE-OAK, fell off the rack in Poznań (POZ). Make the books agree.
solution:
  - tool: inventory.adjust_stock
    args: {sku: PLATE-OAK, warehouse: POZ, delta: -4, reason: damage}
    ask: write off broken goods
    mistaken_for: inventory.transfer_stock
answer: 44 oak plates are left in Poznań.
expect:
  state:
    - {in: stock, where: {sku: PLATE-OAK, warehouse: POZ}, has: {on_hand: 44}}
    - {in: stock_log, where: {reason: damage}, count: 1}
  only_changes: [stock, stock_log]
`,
  'bowls-to-lyon': `level: easy
query: Lyon runs dry of small bowls. Move a dozen BOWL-S over there from Berlin.
solution:
  - tool: inventory.transfer_stock
    args: {sku: BOWL-S, from_warehouse: BER, to_warehouse: LYO, quantity: 12}
    ask: move goods between warehouses
    mistaken_for: inventory.adjust_stock
answer: Twelve bowls are booked from Berlin to Lyon.
expect:
  state:
    - {in: transfers, where: {from: BER, to: LYO}, has: {sku: BOWL-S, quantity: 12}, count: 1}
    - {in: stock, where: {sku: BOWL-S, warehouse: LYO}, has: {on_hand: 3, incoming: 12}}
  only_changes: [transfers, stock]
`,
  'counted-mugs': `description: The tool wants the difference, and the user tells the new total.
query: We just counted the blue mugs (MUG-BLUE) in Berlin, and there are 58. Make the system agree.
solution:
  - {tool: inventory.check_stock, args: {skus: [MUG-BLUE], warehouse: BER}, ask: pieces on hand}
  - {tool: inventory.adjust_stock, args: {sku: MUG-BLUE, warehouse: BER, delta: -3, reason: count}, ask: correct the stock after a count, mistaken_for: inventory.transfer_stock}
answer: It were 61; now it is 58.
expect:
  state:
    - {in: stock, where: {sku: MUG-BLUE, warehouse: BER}, has: {on_hand: 58}}
    - {in: stock_log, where: {sku: MUG-BLUE}, has: {reason: count}, count: 1}
  only_changes: [stock, stock_log]
`,
  'teapots-for-lyon': `level: hard
description: The user does not say where from.
query: Not one TEA-POT left in Lyon. Have five sent there by whichever other warehouse holds most of them.
solution:
  - {tool: inventory.check_stock, args: {skus: [TEA-POT]}, ask: stock in all warehouses}
  - {tool: inventory.transfer_stock, args: {sku: TEA-POT, from_warehouse: POZ, to_warehouse: LYO, quantity: 5}, ask: book a transfer, mistaken_for: inventory.adjust_stock}
answer: Five teapots come from Poznań.
expect:
  state:
    - {in: stock, where: {sku: TEA-POT, warehouse: POZ}, has: {outgoing: 5}}
    - {in: stock, where: {sku: TEA-POT, warehouse: LYO}, has: {incoming: 5, on_hand: 0}}
  only_changes: [transfers, stock]
`,
  'erase-farid': `level: hard
query: Farid Haddad wrote on 20 November 2026 that we must forget him under the privacy law. Do that.
solution:
  - {tool: customers.find, args: {query: Farid Haddad}, ask: find a customer}
  - {tool: customers.erase, args: {customer_id: CUS-1008, request_date: "2026-11-20", confirm_email: farid@haddad.example}, ask: delete personal data for good}
answer: Farid's data is erased.
expect:
  state:
    - {in: customers, where: {customer_id: CUS-1008}, has: {name: erased, erased_on: "2026-11-20"}}
    - {in: customers, where: {name: erased}, count: 1}
  only_changes: [customers]
`,
  'erase-clara': `level: hard
tags: [no_change]
description: Cancelling her order would clear the way, but nobody allowed that.
query: >-
  Clara Weiss asks us (18 November 2026) to erase her data. An order that is still open forbids it; in that case change nothing at all and
  tell me the number of that order.
solution:
  - {tool: customers.find, args: {query: Clara Weiss}, ask: look up a customer}
  - {tool: orders.search, args: {customer_id: CUS-1004}, ask: open orders of a customer}
answer: Not yet, since ORD-50004 is open.
expect:
  only_changes: []
  never_called: [orders.cancel]
  answer_contains: ORD-50004
`,
  'erase-as-support': `level: hard
tags: [no_change, no_tool]
description: The persona may not erase, and no other tool does it.
persona: support
query: Wipe all personal data of Dmitri Sokol, CUS-1005. In case you have no means to do that, answer with the word ESCALATE and leave him and his orders alone.
solution: []
answer: ESCALATE
expect:
  only_changes: []
  never_called: [orders.cancel, customers.send_email]
  answer_contains: ESCALATE
`,
  'parcel-place': `query: A customer asks about ORD-50006. In which town was the parcel scanned last?
persona: support
solution:
  - {tool: orders.get, args: {order_id: ORD-50006}, ask: read one order}
  - {tool: shipping.track_parcel, args: {tracking_number: GLS-50418}, ask: where is the parcel}
answer: In Linz.
expect: {called: [shipping.track_parcel], answer_contains: Linz, only_changes: []}
`,
  'parcel-mail': `level: hard
query: Emma in Graz waits for ORD-50006. Find out which day it should reach her and mail her that, then tell me the day as YYYY-MM-DD.
solution:
  - {tool: orders.get, args: {order_id: ORD-50006}, ask: order by its number}
  - {tool: shipping.track_parcel, args: {tracking_number: GLS-50418}, ask: expected delivery of a shipment}
  - tool: customers.send_email
    args: {customer_id: CUS-1006, subject: Your teapot, body: It should be with you on 27 November., order_id: ORD-50006}
    ask: write to a customer
    mistaken_for: slack.send_message
answer: I wrote to her that it comes on 2026-11-27.
expect:
  state: [{in: emails, where: {customer_id: CUS-1006}, count: 1}]
  only_changes: [emails]
  answer_contains: "2026-11-27"
`,
  'return-days': `level: easy
query: For how many days do we take back a mug that nobody used?
solution:
  - {tool: docs.search, args: {query: return unused goods}, ask: what is our policy}
answer: For 45 days (KB-12).
expect: {called: ["docs.search"], answer_contains: "45", only_changes: []}
`,
  'october-orders': `level: easy
query: Number of orders in October 2026?
solution:
  - tool: reports.sales_summary
    args: {from: "2026-10-01", to: "2026-10-31"}
    ask: how much did we sell
    mistaken_for: reports.schedule
answer: 412 orders.
expect: {called: [reports.sales_summary], answer_contains: "412", only_changes: []}
`,
  'monday-stock': `query: Every Monday at 7:00 I'd like the stock levels as xlsx in my mailbox, ops@shop.example.
solution:
  - tool: reports.schedule
    args: {report: stock_levels, cron: 0 7 * * 1, recipients: [ops@shop.example], format: xlsx}
    ask: recurring report by mail
    mistaken_for: reports.sales_summary
answer: It comes each Monday at seven.
expect:
  state: [{in: schedules, where: {report: stock_levels}, has: {cron: 0 7 * * 1, recipients: [ops@shop.example]}, count: 1}]
  only_changes: [schedules]
`,
  'supplier-call': `query: >-
  Put a 45-minute call with the glaze supplier on Friday 4 December 2026, at 10:00 UTC (2026-12-04T10:00:00Z) if that's free. Nobody needs an invitation.
solution:
  - {tool: calendar.list_events, args: {start: "2026-12-04T00:00:00Z", end: "2026-12-05T00:00:00Z"}, ask: what is in the calendar that day}
  - tool: calendar.create_event
    args: {title: Call with the glaze supplier, start: "2026-12-04T10:00:00Z", duration_minutes: 45}
    ask: add a meeting
    mistaken_for: slack.schedule_message
answer: The call stands at 10:00 UTC.
expect:
  state: [{in: events, where: {by_agent: true}, has: {start: "2026-12-04T10:00:00Z", duration_minutes: 45}, count: 1}]
  only_changes: [events]
`,
  'basket-total': `level: easy
query: What do three bowls at 17.50 euros net come to with 19 % tax? The shop's own rounding, in cents please.
solution:
  - {tool: pricing.calculate_total, args: {lines: [{unit_price: 1750, quantity: 3}], tax_percent: 19}, ask: total of a basket with tax}
answer: 6248 cents.
expect: {called: [pricing.calculate_total], answer_contains: "6248", only_changes: []}
`,
  'sorry-ben': `level: hard
description: Four calls; his paid orders must stay.
query: Ben Okafor's delivered order was broken on arrival. Refund it in full, and send him an apology that names the order.
persona: support
solution:
  - {tool: customers.find, args: {query: Ben Okafor}, ask: customer by name}
  - {tool: orders.search, args: {customer_id: CUS-1003, status: delivered}, ask: delivered orders of a customer}
  - {tool: orders.refund, args: {order_id: ORD-50003, reason: damaged}, ask: pay money back, mistaken_for: orders.cancel}
  - tool: customers.send_email
    args: {customer_id: CUS-1003, subject: We are sorry, body: "Your teapot broke, and your money for ORD-50003 is on its way.", order_id: ORD-50003}
    ask: apologize by e-mail
    mistaken_for: slack.send_message
answer: Ben has his refund and a mail.
expect:
  state:
    - {in: orders, where: {order_id: ORD-50003}, has: {refund_amount: 4200, refund_reason: damaged}}
    - {in: orders, where: {customer_id: CUS-1003, status: paid}, count: 2}
    - {in: emails, where: {customer_id: CUS-1003}, count: 1}
  only_changes: [orders, emails]
`,
  'hold-it': `query: "Let #warehouse know right away, word for word: Hold ORD-50005."
persona: support
solution:
  - {tool: slack.list_channels, args: {name_contains: warehouse}, ask: id of a channel}
  - {tool: slack.send_message, args: {channel: C0WAREHS01, text: Hold ORD-50005.}, ask: tell the team, mistaken_for: slack.schedule_message}
answer: The warehouse knows.
expect:
  state: [{in: messages, where: {channel: C0WAREHS01, text: Hold ORD-50005.}, count: 1}]
  only_changes: [messages]
`,
  'gift-card': `level: hard
tags: [no_change, no_tool]
description: No tool makes gift cards; a refund would be a poor stand-in.
query: Give Farid Haddad (CUS-1008) a gift card over 20 euros. If none of your tools makes gift cards, then do nothing in its place and say NO TOOL.
solution: []
answer: NO TOOL
expect:
  only_changes: []
  never_called: [orders.refund, customers.send_email]
  answer_contains: NO TOOL
`,
  'ana-with-z': `level: hard
description: Two names differ by one letter.
query: Ana Lopez, with a z, lost the bill of her parcel. Mail her the invoice of the order that we shipped to her.
solution:
  - {tool: customers.find, args: {query: Ana Lopez}, ask: find a customer by name}
  - {tool: orders.search, args: {customer_id: CUS-1002, status: shipped}, ask: shipped orders}
  - tool: customers.send_email
    args: {customer_id: CUS-1002, subject: Your invoice, body: Here is the invoice again., order_id: ORD-50002, attach_invoice: true}
    ask: mail an invoice
    mistaken_for: orders.refund
answer: The invoice of ORD-50002 is with her.
expect:
  state:
    - {in: emails, where: {customer_id: CUS-1002}, has: {order_id: ORD-50002, attach_invoice: true}, count: 1}
    - {in: emails, count: 1}
  only_changes: [emails]
`,
} as const;
