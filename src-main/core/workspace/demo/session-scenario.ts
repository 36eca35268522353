/** Five turns of one session with one discovery tool and a working memory (R17.20–R17.23). */
export const sessionScenario = `# Five turns of a support agent that starts with tool_search alone, finds the tools it needs, and remembers them.
#   pegboard simulate scenarios/session.scenario.yaml              # begins with nothing each time
#   pegboard simulate scenarios/session.scenario.yaml --remember   # begins with what this session knew last time
name: session
description: Working memory over five turns.
persona: support
tool_context: {session_id: maya}
profile: one-discovery-tool
config:
  planner:
    identity: You are the support agent of a small shop.
    # Its results have a type of their own, so no fixed schema reads them.
    extractors: {shop.lookup: find_resource}
  policy:
    allowed_tools: [orders.search, orders.get, orders.cancel, orders.refund, orders.update_address, inventory.check_stock,
      inventory.adjust_stock, inventory.transfer_stock, customers.find, customers.send_email, customers.erase,
      pricing.calculate_total, shipping.track_parcel, reports.sales_summary, reports.schedule, weather.forecast,
      calendar.create_event, shop.lookup]
  # What is worth remembering of a result.
  overlays:
    orders.search: {extraction: {path: orders, type: order, nameField: summary, idField: order_id, isArray: true}}
    orders.get: {loading_mode: deferred, extraction: {path: $root, type: order, nameField: summary, idField: order_id}}
    customers.find: {extraction: {path: customers, type: customer, nameField: name, idField: customer_id, isArray: true}}
tools:
  - name: shop.lookup
    description: Look up a product, page or supplier of the shop by a part of its name.
    side_effects: read
    category: search
    phrases: [what is this product, which supplier]
    inputSchema: {type: object, properties: {kind: {type: string}, name: {type: string}}, required: [name]}

turns:
  - query: Which orders of maya.lind@example.com are open?
    script:
      - {call: tool_search, args: {query: search orders of a customer, limit: 3}}
      - {call: orders.search, args: {email: maya.lind@example.com, status: paid}}
      - {answer: "Two: ORD-20418 with a blue mug, and ORD-20431 with an oak lamp."}
  - query: Is the lamp in stock?
    script:
      - {call: tool_search, args: {query: look up a product, limit: 2}}
      - {call: shop.lookup, args: {kind: product, name: oak lamp}}
      - {call: tool_search, args: {query: check stock, limit: 1}}
      - {call: inventory.check_stock, args: {skus: [LAMP-OAK]}}
      - {answer: "Yes: 14 in Lyon."}
  - query: What does reserved mean there?
    script:
      - {answer: Promised to open orders.}
  # Found in the first turn: no search is needed.
  - query: Has she ordered anything else this month?
    script:
      - {call: orders.search, args: {email: maya.lind@example.com, placed_from: "2026-01-01"}}
      - {answer: "One more: ORD-20440, a teapot."}
  - query: What is her customer number?
    script:
      - {call: tool_search, args: {query: find customer, limit: 1}}
      - {call: customers.find, args: {query: maya.lind@example.com}}
      - {answer: It is CUS-7731.}
results:
  orders.search:
    - when: {status: paid}
      value:
        orders:
          - {order_id: ORD-20418, summary: Blue mug, status: paid}
          - {order_id: ORD-20431, summary: Oak lamp, status: paid}
    - value: {orders: [{order_id: ORD-20440, summary: Teapot, status: shipped}]}
  shop.lookup: {value: {type: product, matches: [{id: LAMP-OAK, name: Oak lamp}]}}
  inventory.check_stock: {value: {rows: [{sku: LAMP-OAK, warehouse: LYO, on_hand: 14, reserved: 2, incoming: 0}]}}
  customers.find: {value: {customers: [{customer_id: CUS-7731, name: Maya Lind}]}}

expect:
  called: [orders.search, shop.lookup, inventory.check_stock, orders.search, customers.find]
  answer_contains: CUS-7731
  reason: answer
`;
