import { approvalsContract } from './approvals.ts';
import { catalogContract } from './catalog.ts';
import { configContract } from './config.ts';
import { connectContract } from './connect.ts';
import { curationContract } from './curation.ts';
import { desktopContract } from './desktop.ts';
import { discoveryContract } from './discovery.ts';
import { draftsContract } from './drafts.ts';
import { economicsContract } from './economics.ts';
import { evaluationContract } from './evaluation.ts';
import { experimentsContract } from './experiments.ts';
import { exportsContract } from './exports.ts';
import { gatewayContract } from './gateway.ts';
import { leaksContract } from './leaks.ts';
import { optimizeContract } from './optimize.ts';
import { plannerContract } from './planner.ts';
import { promptContract } from './prompt.ts';
import { providersContract } from './providers.ts';
import { runsContract } from './runs.ts';
import { scenariosContract } from './scenarios.ts';
import { searchContract } from './search.ts';
import { skillEditorContract } from './skill-editor.ts';
import { skillsContract } from './skills.ts';
import { sourcesContract } from './sources.ts';
import { systemContract } from './system.ts';
import { teamGatewayContract } from './team-gateway.ts';
import { useContract } from './use.ts';
import { workspaceContract } from './workspace.ts';

/** Everything a client can ask of Pegboard: one contract, served over every transport. */
export const contract = {
  approvals: approvalsContract,
  catalog: catalogContract,
  config: configContract,
  connect: connectContract,
  curation: curationContract,
  desktop: desktopContract,
  discovery: discoveryContract,
  drafts: draftsContract,
  economics: economicsContract,
  evaluation: evaluationContract,
  experiments: experimentsContract,
  leaks: leaksContract,
  exports: exportsContract,
  gateway: gatewayContract,
  optimize: optimizeContract,
  planner: plannerContract,
  prompt: promptContract,
  providers: providersContract,
  runs: runsContract,
  scenarios: scenariosContract,
  search: searchContract,
  skillEditor: skillEditorContract,
  skills: skillsContract,
  sources: sourcesContract,
  system: systemContract,
  teamGateway: teamGatewayContract,
  use: useContract,
  workspace: workspaceContract,
};
export type PegboardContract = typeof contract;
