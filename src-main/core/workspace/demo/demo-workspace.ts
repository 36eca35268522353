import { join } from 'node:path';
import { defaultGoldenFile } from '#shared/domain/golden-query.ts';
import { type CapturedTool, storedText } from '../../catalog/captured-tools.ts';
import type { FileWrite } from '../../files/files.ts';
import { sessionScenario } from './session-scenario.ts';
import { echoScenario, eraseScenario, triageScenario } from './shipped-scenarios.ts';
import github from './github.json' with { type: 'json' };
import shop from './shop.json' with { type: 'json' };
import slack from './slack.json' with { type: 'json' };
import tasks from './tasks.json' with { type: 'json' };
import { demoGolden } from './demo-golden.ts';
import { workspaceFileName } from '../workspace-file.ts';

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
    { path: join(root, defaultGoldenFile), text: demoGolden },
    { path: join(root, workspaceFileName), text: demoFile },
  ];
}
