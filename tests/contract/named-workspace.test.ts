import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/contract.ts';

/** What writes nothing into the open workspace: it reads, opens another, or writes where its input says. */
const others = [
  'catalog.describe',
  'catalog.get',
  'catalog.getMany',
  'catalog.lint',
  'catalog.list',
  'catalog.planImport',
  'catalog.syncIndex',
  'catalog.tokens',
  'config.read',
  'config.text',
  'curation.checkExample',
  'curation.duplicates',
  'desktop.chooseFolder',
  'desktop.events',
  'desktop.holdUnsaved',
  'discovery.discover',
  'discovery.review',
  'drafts.drop',
  'drafts.list',
  'drafts.put',
  'drafts.read',
  'economics.measure',
  'economics.report',
  'evaluation.run',
  'evaluation.watch',
  'exports.document',
  'exports.file',
  'exports.packs',
  'exports.plan',
  'gateway.clear',
  'gateway.request',
  'gateway.status',
  'gateway.totals',
  'gateway.traffic',
  'gateway.watch',
  'leaks.check',
  'planner.checkScenario',
  'planner.resume',
  'planner.scenario',
  'planner.scenarios',
  'prompt.compare',
  'prompt.profiles',
  'prompt.render',
  'prompt.sizes',
  'prompt.versions',
  'providers.hostBudgets',
  'providers.payload',
  'scenarios.watch',
  'search.compare',
  'search.confusable',
  'search.hybridSearch',
  'search.toolGet',
  'search.toolSearch',
  'search.whyNot',
  'skillEditor.check',
  'skillEditor.file',
  'skillEditor.pack',
  'skillEditor.preview',
  'skills.convert',
  'skills.directory',
  'skills.export',
  'skills.get',
  'skills.getExplained',
  'skills.list',
  'skills.load',
  'skills.relevant',
  'skills.search',
  'skills.validate',
  'skills.watch',
  'sources.connection',
  'sources.keptValues',
  'sources.list',
  'sources.log',
  'sources.watch',
  'system.report',
  'workspace.current',
  'workspace.forget',
  'workspace.init',
  'workspace.open',
  'workspace.openDemo',
  'workspace.recent',
  'workspace.watch',
];

describe('a procedure', () => {
  const all = Object.entries(contract).flatMap(([area, procedures]) =>
    Object.entries(procedures).map(([name, procedure]) => ({ name: `${area}.${name}`, meta: procedure['~orpc'].meta })),
  );
  const writing = all.filter(({ meta }) => meta.writes === 'workspace').map(({ name }) => name);

  it('says that it writes into the open workspace, or is known not to', () => {
    expect(
      all
        .map(({ name }) => name)
        .filter((name) => !writing.includes(name))
        .sort(),
    ).toEqual(others);
  });
});
