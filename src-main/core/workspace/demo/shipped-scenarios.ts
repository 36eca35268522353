/** The text of a new scenario: it plays in any workspace and depends on no other file. */
export const newScenario = `name: new
query: What can you do?
script:
  - answer: I can use the tools of this workspace.
expect:
  reason: answer
`;

/** The text of a new world: one collection, and a tool that reads a record of it. */
export const newWorld = `name: new
records:
  orders: [{id: o1, state: open}]
tools:
  orders.get: {get: orders, where: {id: $id}}
`;

/** The smallest agent, the demo of seed 003 (R6.04): in every new workspace, since it brings the one tool it needs. */
export const echoScenario = `# The smallest agent: it looks for a tool, calls what it found, and answers. It brings its own tool.
#   pegboard simulate scenarios/echo.scenario.yaml
# Add results for your own tools and a script that calls them; docs/reference/scenario.md of Pegboard.
name: echo
description: The smallest run, search, call, answer.
tool_context: {session_id: demo}
config:
  tool_search: {enabled: true, default_loading_mode: deferred}
  skills: {enabled: false}
tools:
  - name: echo
    description: Echo a string back to you.
    side_effects: pure
    inputSchema: {type: object, properties: {text: {type: string}}, required: [text]}

query: demo
script:
  - {call: tool_search, args: {query: echo, limit: 3}}
  - {call: echo, args: {text: hello}} # deferred: this call makes it visible
  - {answer: done}
results:
  echo: {value: {text: hello}}

expect:
  called: [tool_search, echo]
  activated: [echo]
  answer_contains: done
  reason: answer
`;

/** Five steps over the demo's catalog; with other results it runs over any GitHub server's. */
export const triageScenario = `# A developer asks about a bug: two tools of 77 are needed, and two are found.
#   pegboard simulate scenarios/triage.scenario.yaml
name: triage
description: Search, then activate, twice.
config: {skills: {enabled: false}} # it is about tools alone
query: Is the checkout bug in acme/shop known? If so, say there that support sees it too.
script:
  - {call: tool_search, args: {query: search issues, limit: 5}}
  - {call: github.search_issues, args: {query: "repo:acme/shop is:issue checkout fails"}}
  - {call: tool_search, args: {query: add issue comment, limit: 5}}
  # A reply whose words do not fit the last message is passed over.
  - when: {contains: github.add_issue_comment}
    call: github.add_issue_comment
    args: {owner: acme, repo: shop, issue_number: 412, body: Support sees this too.}
  - when: {lacks: html_url}
    answer: It is issue 412; I found no way to comment.
  - {answer: It is issue 412; I added a comment.}
results:
  github.search_issues: # the first row whose arguments fit
    - when: {query: "repo:acme/shop is:issue checkout fails"}
      value: {total_count: 1, items: [{number: 412, title: Checkout fails with two vouchers, state: open}]}
      latency_ms: 420
    - {error: "Validation failed: the query names no repository."}
  github.add_issue_comment:
    value: {id: 9001, html_url: "https://github.example/acme/shop/issues/412#comment-9001"}

expect:
  called: [tool_search, github.search_issues, github.add_issue_comment]
  never_called: ["github.delete_*", "slack.*"]
  activated: [github.search_issues, github.add_issue_comment]
  answer_contains: "412"
  reason: answer
`;

/** A skill that the agent follows, and a call that a person refuses (R16.06, R17.32). */
export const eraseScenario = `# The agent learns how to be careful, and a person has the last word: customers.erase waits for it.
#   pegboard simulate scenarios/erase.scenario.yaml
name: erase
description: A skill, and a call that a person refuses.
config:
  # Of the skills only their names are in the prompt: the agent looks for the one it needs.
  skills: {top_k: 1}
  tool_search: {always_loaded_patterns: ["customers.find"]}
turns:
  - query: A customer wants her data gone, ana@example.com. She wrote on 3 November.
    script:
      - {call: skill_search, args: {query: erase delete data, limit: 3}}
      - {call: skill_get, args: {names: [pack.core.verify_before_destroying]}}
      - {call: customers.find, args: {query: ana@example.com}}
      - call: customers.erase
        args: {customer_id: CUS-7731, request_date: "2026-11-03", confirm_email: ana@example.com}
      - when: {contains: refused}
        answer: I found her, CUS-7731; her data is still there, since you refused the call.
      - {answer: Her data is gone.}
  # Another word here, approve true, and the tool runs. Without a script the turn goes on with the replies that are left.
  - approve: false
results:
  customers.find: {value: [{customer_id: CUS-7731, name: Ana, email: ana@example.com}]}
  customers.erase: {value: {erased: true}}

expect:
  called: [skill_search, skill_get, customers.find]
  never_called: [customers.erase]
  answer_contains: CUS-7731
  reason: answer
`;
