/** Tasks over the world of the repository, by name. */
export const repoTasks = {
  'file-a-bug': `level: easy
query: "File a bug for acme/shop: the page for gift wrapping shows no prices. Title it 'No prices on the gift wrapping page' and label it bug."
solution:
  - tool: github.create_issue
    args: {owner: acme, repo: shop, title: No prices on the gift wrapping page, labels: [bug]}
    ask: report a problem
    mistaken_for: github.create_pull_request
answer: It is issue 436.
expect:
  state: [{in: issues, where: {title: No prices on the gift wrapping page}, has: {kind: issue, labels: [bug], state: open}, count: 1}]
  only_changes: [issues]
`,
  'seen-again': `level: hard
description: The issue is there already, so a second one would be a duplicate.
persona: developer
query: >-
  Two vouchers in one checkout break it (acme/shop). Write an issue about that, unless somebody did: then put the comment
  "Seen again today." under the labelled one and tell me its number.
solution:
  - {tool: github.search_issues, args: {query: "repo:acme/shop is:issue checkout two vouchers"}, ask: is this issue known}
  - tool: github.add_issue_comment
    args: {owner: acme, repo: shop, issue_number: 412, body: Seen again today.}
    ask: comment on an issue
    mistaken_for: github.create_pull_request_review
answer: It is known as 412, and I commented there.
expect:
  state: [{in: comments, where: {issue_number: 412}, has: {body: Seen again today.}, count: 1}]
  only_changes: [comments]
  never_called: [github.create_issue]
  answer_contains: "412"
`,
  'tax-table-done': `level: easy
query: The tax table is up to date, so number 417 in acme/shop is finished. Close it as completed.
solution:
  - tool: github.update_issue
    args: {owner: acme, repo: shop, issue_number: 417, state: closed, state_reason: completed}
    ask: close a ticket
    mistaken_for: github.update_pull_request
answer: 417 is closed.
expect:
  state: [{in: issues, where: {number: 417}, has: {state: closed, state_reason: completed}}]
  only_changes: [issues]
`,
  'same-as-412': `query: In acme/shop, 420 says the same as 412. Leave the comment "Same as #412." there, then close it as a duplicate.
persona: developer
solution:
  - {tool: github.add_issue_comment, args: {owner: acme, repo: shop, issue_number: 420, body: "Same as #412."}, ask: reply under an issue}
  - tool: github.update_issue
    args: {owner: acme, repo: shop, issue_number: 420, state: closed, state_reason: duplicate}
    ask: close an issue as duplicate
answer: 420 is closed as a duplicate.
expect:
  state:
    - {in: comments, where: {issue_number: 420}, has: {body: "Same as #412."}, count: 1}
    - {in: issues, where: {number: 420}, has: {state: closed, state_reason: duplicate}}
    - {in: issues, where: {number: 412}, has: {state: open}}
  only_changes: [issues, comments]
`,
  'land-search': `level: easy
query: Pull request 431 of acme/shop is ready. Squash it into main.
solution:
  - tool: github.merge_pull_request
    args: {owner: acme, repo: shop, pull_number: 431, merge_method: squash}
    ask: land a pull request
    mistaken_for: github.update_pull_request
answer: 431 is on main.
expect:
  state: [{in: issues, where: {number: 431}, has: {merged: true, merge_method: squash}}]
  only_changes: [issues]
`,
  'red-checks': `level: hard
tags: [no_change]
description: The pull request must not be closed in place of a merge.
persona: developer
query: Please merge 432 in acme/shop, provided that its checks pass. Otherwise hands off, and quote me what the field checks says.
solution:
  - {tool: github.get_pull_request, args: {owner: acme, repo: shop, pull_number: 432}, ask: state of a pull request}
answer: "Not merged: its checks say failing."
expect:
  only_changes: []
  never_called: [github.merge_pull_request, github.update_pull_request]
  answer_contains: failing
`,
  'ask-maria': `level: easy
query: I'd like maria-k to read through PR 433 in acme/shop before we go on.
solution:
  - tool: github.request_reviewers
    args: {owner: acme, repo: shop, pull_number: 433, reviewers: [maria-k]}
    ask: ask somebody for a review
    mistaken_for: github.create_pull_request_review
answer: I asked maria-k.
expect:
  state: [{in: issues, where: {number: 433}, has: {requested_reviewers: [maria-k], review: REQUIRED}}]
  only_changes: [issues]
`,
  'send-back': `query: PR 433 (acme/shop) limits vouchers to one, and we want two. Review it so that its author must change that.
persona: developer
solution:
  - tool: github.create_pull_request_review
    args: {owner: acme, repo: shop, pull_number: 433, event: REQUEST_CHANGES, body: Two vouchers should be allowed.}
    ask: request changes in a review
    mistaken_for: github.add_issue_comment
answer: I asked for the change.
expect:
  state:
    - {in: issues, where: {number: 433}, has: {review: REQUEST_CHANGES, state: open}}
    - {in: reviews, where: {number: 433}, has: {event: REQUEST_CHANGES}, count: 1}
  only_changes: [issues, reviews]
`,
  'approve-and-land': `level: hard
description: Merging is refused until somebody has approved.
query: I read Jonas's open PR about voucher limits in acme/shop and I'm happy with it. Approve it in my name, then merge it.
solution:
  - {tool: github.list_pull_requests, args: {owner: acme, repo: shop}, ask: open pull requests of a repository}
  - tool: github.create_pull_request_review
    args: {owner: acme, repo: shop, pull_number: 433, event: APPROVE}
    ask: approve a pull request
    mistaken_for: github.request_reviewers
  - tool: github.merge_pull_request
    args: {owner: acme, repo: shop, pull_number: 433}
    ask: merge
    mistaken_for: github.update_pull_request
answer: 433 is approved and merged.
expect:
  state:
    - {in: reviews, where: {number: 433}, has: {event: APPROVE}, count: 1}
    - {in: issues, where: {number: 433}, has: {merged: true}}
    - {in: issues, where: {kind: pull, merged: true}, count: 2}
  only_changes: [issues, reviews]
`,
  'one-more-label': `level: hard
description: The call replaces all labels, so the old ones must be read first.
persona: developer
query: Issue 418 in acme/shop is urgent. Add that as a third label after the two it has.
solution:
  - {tool: github.get_issue, args: {owner: acme, repo: shop, issue_number: 418}, ask: labels of an issue}
  - tool: github.update_issue
    args: {owner: acme, repo: shop, issue_number: 418, labels: [bug, basket, urgent]}
    ask: change labels
answer: 418 is labelled bug, basket and urgent.
expect:
  state: [{in: issues, where: {number: 418}, has: {labels: [bug, basket, urgent], title: Basket forgets its items}}]
  only_changes: [issues]
`,
  'why-red': `query: The build of the branch basket in acme/shop is red. Which error code does its log name?
persona: developer
solution:
  - {tool: github.list_workflow_runs, args: {owner: acme, repo: shop, branch: basket}, ask: recent builds}
  - {tool: github.get_workflow_run_logs, args: {owner: acme, repo: shop, run_id: 88231}, ask: why did the build fail}
answer: "ENOSPC: the disk is full."
expect: {called: [github.get_workflow_run_logs], answer_contains: ENOSPC, only_changes: []}
`,
  'deploy-main': `query: Start the workflow deploy.yml of acme/shop on main. I know that it is live.
solution:
  - tool: github.trigger_workflow
    args: {owner: acme, repo: shop, workflow: deploy.yml, ref: main}
    ask: run a deploy
    mistaken_for: github.create_release
answer: The deploy is queued.
expect:
  state: [{in: runs, where: {workflow: deploy.yml}, has: {branch: main, status: queued}, count: 1}]
  only_changes: [runs]
`,
  'draft-release': `query: Prepare release v2.4.0 of acme/shop. Only as a draft, since marketing wants to read it first.
persona: developer
solution:
  - tool: github.create_release
    args: {owner: acme, repo: shop, tag_name: v2.4.0, draft: true}
    ask: publish a version
    mistaken_for: github.create_branch
answer: The draft of v2.4.0 is there.
expect:
  state: [{in: releases, where: {tag_name: v2.4.0}, has: {draft: true}, count: 1}]
  only_changes: [releases]
`,
  'old-branch': `level: hard
description: Another branch has nearly the same name.
query: PR 430 in acme/shop was merged weeks ago. Tidy up and remove the branch that it came from.
solution:
  - {tool: github.get_pull_request, args: {owner: acme, repo: shop, pull_number: 430}, ask: head branch of a pull request}
  - {tool: github.delete_branch, args: {owner: acme, repo: shop, branch: fix-tax}, ask: remove a branch, mistaken_for: github.delete_file}
answer: The branch fix-tax is gone.
expect:
  state:
    - {in: branches, where: {name: fix-tax}, count: 0}
    - {in: branches, count: 3}
  only_changes: [branches]
`,
  'stale-page': `level: medium
query: docs/OLD.md in acme/shop is all wrong. Delete that file from main, with the message "Remove old page".
persona: developer
solution:
  - {tool: github.get_file_contents, args: {owner: acme, repo: shop, path: docs/OLD.md}, ask: read a file}
  - tool: github.delete_file
    args: {owner: acme, repo: shop, path: docs/OLD.md, message: Remove old page, branch: main, sha: 2a4c6e8f0b1d3f5a7c9e1b3d5f7a9c0e2b4d6f81}
    ask: remove a file
    mistaken_for: github.delete_branch
answer: docs/OLD.md is gone.
expect:
  state:
    - {in: files, where: {path: docs/OLD.md}, count: 0}
    - {in: files, count: 2}
  only_changes: [files]
`,
  'longer-timeout': `level: hard
description: The file can be written only with the SHA that was read.
query: "Thirty instead of ten seconds, please: config/checkout.yml in acme/shop should hold the one line 'timeout: 30', with no line end after it. Straight to main."
solution:
  - {tool: github.get_file_contents, args: {owner: acme, repo: shop, path: config/checkout.yml}, ask: content of a file with its SHA}
  - tool: github.create_or_update_file
    args:
      owner: acme
      repo: shop
      path: config/checkout.yml
      content: "timeout: 30"
      message: "Checkout waits 30 seconds"
      branch: main
      sha: 1f0c3a5b7d9e2f4a6c8b0d1e3f5a7c9b1d3e5f70
    ask: change a file and commit it
    mistaken_for: github.create_pull_request
answer: The timeout is 30 seconds.
expect:
  state: [{in: files, where: {path: config/checkout.yml}, has: {content: "timeout: 30", branch: main}}]
  only_changes: [files]
`,
  'who-did-tax': `query: Whose commit touched the file with computeTax in acme/shop? Give me the login.
persona: developer
solution:
  - {tool: github.search_code, args: {query: computeTax}, ask: where is a function defined}
  - {tool: github.list_commits, args: {owner: acme, repo: shop, path: src/tax.ts}, ask: history of a file}
answer: jonas-w did.
expect: {called: [github.list_commits], answer_contains: jonas-w, only_changes: []}
`,
  'drop-font': `query: Forget my experiment with the font, PR 435 in acme/shop. It shall not be merged, ever; just close it.
solution:
  - tool: github.update_pull_request
    args: {owner: acme, repo: shop, pull_number: 435, state: closed}
    ask: close a pull request without merging
    mistaken_for: github.merge_pull_request
answer: 435 is closed, unmerged.
expect:
  state: [{in: issues, where: {number: 435}, has: {state: closed, merged: false}}]
  only_changes: [issues]
`,
  'archive-it': `level: hard
tags: [no_change, no_tool]
description: Nothing archives a repository; deleting its branches is not the same.
persona: developer
query: Set the repository acme/old-shop to archived. Should you lack a tool for it, reply NO TOOL and don't try anything similar.
solution: []
answer: NO TOOL
expect:
  only_changes: []
  never_called: ["github.delete_*"]
  answer_contains: NO TOOL
`,
} as const;
