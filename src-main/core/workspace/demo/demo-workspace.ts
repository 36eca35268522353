import github from './github.json' with { type: 'json' };
import shop from './shop.json' with { type: 'json' };
import slack from './slack.json' with { type: 'json' };
import tasks from './tasks.json' with { type: 'json' };
import { join } from 'node:path';
import { defaultGoldenFile } from '#shared/domain/golden-query.ts';
import { type CapturedTool, storedText } from '../../catalog/captured-tools.ts';
import type { FileWrite } from '../../files/files.ts';
import { sessionScenario } from './session-scenario.ts';
import { echoScenario, eraseScenario, triageScenario } from './shipped-scenarios.ts';
import { demoTaskFiles } from './tasks/demo-tasks.ts';
import { workspaceFileName } from '../workspace-file.ts';

/** Queries for the demo's agent with their expected tools: some in the words of the tools, some in other words. */
const asked: readonly (readonly [query: string, ...tools: string[]])[] = [
  ['file a bug about the broken checkout', 'github.create_issue'],
  ['which bugs are still open in our repo', 'github.list_issues'],
  ['what did people say under ticket 41', 'github.list_issue_comments'],
  ['close issue 17 as done', 'github.update_issue'],
  ['ask Maria to look over my changes', 'github.request_reviewers'],
  ['approve the pull request', 'github.create_pull_request_review'],
  ['what exactly changes in PR 88', 'github.get_pull_request_diff'],
  ['land the reviewed branch on main', 'github.merge_pull_request'],
  ['where in the code do we compute the tax', 'github.search_code'],
  ['why did last night’s build fail', 'github.get_workflow_run_logs'],
  ['publish version 2.1 with release notes', 'github.create_release'],
  ['tell the team channel that we are live', 'slack.send_message'],
  ['post a reminder tomorrow at nine', 'slack.schedule_message'],
  ['find where we talked about the supplier', 'slack.search_messages'],
  ['thumbs up on that post', 'slack.add_reaction'],
  ['let Jo join the incident room', 'slack.invite_to_channel'],
  ['run this in the background', 'tasks.spawn'],
  ['stop the import that is still going', 'tasks.cancel'],
  ['do that one first', 'tasks.prioritize'],
  ['the customer wants their money back', 'orders.refund'],
  ['she typed the wrong street, fix it before it ships', 'orders.update_address'],
  ['do we have any red mugs left', 'inventory.check_stock'],
  ['three plates broke in the Leeds warehouse', 'inventory.adjust_stock'],
  ['where is the package for order 5521', 'shipping.track_parcel', 'orders.get'],
  ['forget everything we know about this person', 'customers.erase'],
  ['how much did we sell in March', 'reports.sales_summary'],
  ['mail me the numbers every Monday', 'reports.schedule'],
  ['what is our policy on gift wrapping', 'docs.search'],
  ['will it rain on the market on Saturday', 'weather.forecast'],
  ['set up a call with the supplier on Friday', 'calendar.create_event'],
];

/** The golden queries of the demo: a `queries.jsonl` over its tools. */
const demoGolden = asked.map(([query, ...relevant]) => `${JSON.stringify({ query, relevant })}\n`).join('');

/** The file of the demo, written to be read: it shows every idea once. */
const demoFile = `# Pegboard's demo: 77 tools of an agent that looks after a small shop and its repository (R1.24).
# Nothing here needs a network. Change anything: deleting this folder brings the demo back.
tool_search:
  enabled: true
  # What says nothing of itself waits in a drawer until tool_search finds it.
  default_loading_mode: deferred
  preferred_namespaces: [orders, github]

sources:
  - name: github
    path: sources/github.json
    format: tools_list
  - name: slack
    path: sources/slack.json
    format: tools_list
  - name: tasks
    path: sources/tasks.json
    format: tools_list
  - name: shop
    path: sources/shop.jsonl
    format: tools_jsonl

# An overlay curates a tool without touching its source.
overlays:
  github.create_issue:
    tags: [bug, ticket]
    phrases: [file a bug, report a problem]
  slack.send_message:
    tags: [notify]

# Skills are recipes that teach the agent, found as tools are. They cost at every step about 1,200 tokens (estimate) for their
# three tools and the names, and up to max_tokens for those that fit the query. What the prompt is without them:
#   pegboard prompt --query "review a pull request" --diff baseline
skills:
  enabled: true
  scope_mode: global # the packs that come with Pegboard are for every tenant
  top_k: 3
  max_tokens: 1000
  skill_packs:
    - {name: core, path: "shipped:core"}
    - {name: github, path: "shipped:github"}

personas:
  - name: support
    tool_context: {tenant_id: shop, project_id: support}
    hidden_tools: ["github.*", "customers.erase"]
  - name: developer
    tool_context: {tenant_id: shop, project_id: platform}
    visible_tools: ["github.*", "slack.*", "tasks.*", "docs.*"]
`;

/** The files of the demo workspace in a folder (R1.24, R19.28): 35 GitHub, 11 Slack, 11 task and 20 shop tools. */
export function demoWorkspaceFiles(root: string): FileWrite[] {
  return [
    { path: join(root, 'sources/github.json'), text: storedText('tools_list', github.tools) },
    { path: join(root, 'sources/slack.json'), text: storedText('tools_list', slack.tools) },
    { path: join(root, 'sources/tasks.json'), text: storedText('tools_list', tasks.tools) },
    { path: join(root, 'sources/shop.jsonl'), text: storedText('tools_jsonl', shop as readonly CapturedTool[]) },
    { path: join(root, 'scenarios/echo.scenario.yaml'), text: echoScenario },
    { path: join(root, 'scenarios/triage.scenario.yaml'), text: triageScenario },
    { path: join(root, 'scenarios/erase.scenario.yaml'), text: eraseScenario },
    { path: join(root, 'scenarios/session.scenario.yaml'), text: sessionScenario },
    ...demoTaskFiles(root),
    { path: join(root, defaultGoldenFile), text: demoGolden },
    { path: join(root, workspaceFileName), text: demoFile },
  ];
}
