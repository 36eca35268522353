import { mapEventIterator } from '@orpc/client';
import { implement, os } from '@orpc/server';
import type { Logger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import { contract } from '#shared/contract/contract.ts';
import { cancellableStream, cancelled } from './cancellable-stream.ts';
import { type DesktopWindow, noDesktopWindow } from './desktop-window.ts';
import { toWireError } from './wire-error.ts';

export type PegboardRouter = ReturnType<typeof createRouter>;

interface RouterOptions {
  readonly logger: Logger;
  /** The native window around the page, where there is one. */
  readonly desktop?: DesktopWindow | undefined;
}

/**
 * The contract bound to the services, ready to be served over any transport (R19.03, R19.04).
 *
 * Input is validated before a service sees it (R15.13). Whatever fails, thrown or inside a stream, reaches the caller as
 * the defined error `PEGBOARD`; errors that are not ours are logged and their text stays here.
 */
export function createRouter(services: Services, { logger, desktop = noDesktopWindow }: RouterOptions) {
  const {
    workspace,
    catalog,
    config,
    curation,
    discovery,
    drafts,
    economics,
    evaluation,
    leaks,
    exports,
    planner,
    prompt,
    providers,
    scenarios,
    search,
    skillEditor,
    skills,
    sources,
    system,
  } = services;
  const rpc = implement(contract).use(mapErrors(logger));

  return rpc.router({
    workspace: {
      current: rpc.workspace.current.handler(() => workspace.current()),
      open: rpc.workspace.open.handler(({ input, signal }) => workspace.open(input.path, { signal })),
      init: rpc.workspace.init.handler(({ input, signal }) => workspace.init(input.path, { signal })),
      openDemo: rpc.workspace.openDemo.handler(({ signal }) => workspace.openDemo({ signal })),
      recent: rpc.workspace.recent.handler(() => workspace.recent()),
      forget: rpc.workspace.forget.handler(({ input }) => workspace.forget(input.path)),
      watch: rpc.workspace.watch.handler(({ signal }) =>
        cancellableStream(signal, (stop) => workspace.watch({ signal: stop })),
      ),
    },
    catalog: {
      list: rpc.catalog.list.handler(() => catalog.list()),
      get: rpc.catalog.get.handler(({ input }) => catalog.get(input.name)),
      describe: rpc.catalog.describe.handler(({ input }) => catalog.describe(input.name)),
      getMany: rpc.catalog.getMany.handler(({ input }) => catalog.getMany(input.names)),
      tokens: rpc.catalog.tokens.handler(({ signal }) => catalog.tokens({ signal })),
      lint: rpc.catalog.lint.handler(({ signal }) => catalog.lint({ signal })),
      planImport: rpc.catalog.planImport.handler(({ input, signal }) => catalog.planImport(input.files, { signal })),
      applyImport: rpc.catalog.applyImport.handler(({ input, signal }) =>
        catalog.applyImport(input.files, { signal, base: input.base }),
      ),
      syncIndex: rpc.catalog.syncIndex.handler(({ input, signal }) =>
        cancellableStream(signal, (stop) => catalog.syncIndex(input, { signal: stop })),
      ),
    },
    config: {
      read: rpc.config.read.handler(() => config.read()),
      text: rpc.config.text.handler(() => config.text()),
      edit: rpc.config.edit.handler(({ input, signal }) => config.edit(input, { signal })),
      undo: rpc.config.undo.handler(({ input, signal }) => config.undo(input.undo, { signal })),
    },
    curation: {
      checkExample: rpc.curation.checkExample.handler(({ input }) => curation.checkExample(input)),
      duplicates: rpc.curation.duplicates.handler(() => curation.duplicates()),
    },
    desktop: {
      events: rpc.desktop.events.handler(({ signal }) => cancellableStream(signal, (stop) => desktop.events(stop))),
      holdUnsaved: rpc.desktop.holdUnsaved.handler(({ input, signal }) =>
        cancellableStream(signal, (stop) => desktop.holdUnsaved(input.work, stop)),
      ),
      chooseFolder: rpc.desktop.chooseFolder.handler(({ input }) => desktop.chooseFolder(input.purpose)),
    },
    discovery: {
      discover: rpc.discovery.discover.handler(({ input, signal }) => discovery.discover(input, { signal })),
      review: rpc.discovery.review.handler(({ input, signal }) => discovery.review(input, { signal })),
    },
    drafts: {
      put: rpc.drafts.put.handler(({ input }) => drafts.put(input)),
      list: rpc.drafts.list.handler(({ input }) => drafts.list(input)),
      read: rpc.drafts.read.handler(({ input }) => drafts.read(input)),
      drop: rpc.drafts.drop.handler(({ input }) => drafts.drop(input)),
    },
    economics: {
      measure: rpc.economics.measure.handler(({ input, signal }) => economics.measure(input, { signal })),
      report: rpc.economics.report.handler(({ input }) => economics.report(input)),
    },
    evaluation: {
      watch: rpc.evaluation.watch.handler(({ signal }) =>
        cancellableStream(signal, (stop) => evaluation.watch({ signal: stop })),
      ),
      edit: rpc.evaluation.edit.handler(({ input }) => evaluation.edit(input)),
      undo: rpc.evaluation.undo.handler(({ input }) => evaluation.undo(input)),
      run: rpc.evaluation.run.handler(({ input, signal }) =>
        cancellableStream(signal, (stop) => evaluation.run(input, { signal: stop })),
      ),
      keepBaseline: rpc.evaluation.keepBaseline.handler(({ input }) => evaluation.keepBaseline(input)),
    },
    leaks: {
      check: rpc.leaks.check.handler(({ input, signal }) =>
        cancellableStream(signal, (stop) => leaks.check(input, { signal: stop })),
      ),
    },
    exports: {
      packs: rpc.exports.packs.handler(({ signal }) => exports.packs({ signal })),
      plan: rpc.exports.plan.handler(({ input, signal }) => exports.plan(input, { signal })),
      file: rpc.exports.file.handler(({ input, signal }) => exports.file(input, { signal })),
      apply: rpc.exports.apply.handler(({ input, signal }) => exports.apply(input, { signal })),
      document: rpc.exports.document.handler(({ input, signal }) => exports.document(input, { signal })),
    },
    planner: {
      simulate: rpc.planner.simulate.handler(({ input, signal }) =>
        cancellableStream(signal, (stop) => planner.simulate(input, { signal: stop })),
      ),
      resume: rpc.planner.resume.handler(({ input }) => planner.resume(input)),
      scenarios: rpc.planner.scenarios.handler(() => planner.scenarios()),
      scenario: rpc.planner.scenario.handler(({ input }) => planner.scenario(input)),
      checkScenario: rpc.planner.checkScenario.handler(({ input }) => planner.checkScenario(input)),
    },
    prompt: {
      render: rpc.prompt.render.handler(({ input, signal }) => prompt.render(input, { signal })),
      sizes: rpc.prompt.sizes.handler(({ input, signal }) => prompt.sizes(input, { signal })),
      compare: rpc.prompt.compare.handler(({ input, signal }) => prompt.compare(input, { signal })),
      versions: rpc.prompt.versions.handler(() => prompt.versions()),
      profiles: rpc.prompt.profiles.handler(() => prompt.profiles()),
    },
    providers: {
      payload: rpc.providers.payload.handler(({ input, signal }) => providers.payload(input, { signal })),
      hostBudgets: rpc.providers.hostBudgets.handler(({ input, signal }) => providers.hostBudgets(input, { signal })),
    },
    scenarios: {
      watch: rpc.scenarios.watch.handler(({ signal }) =>
        cancellableStream(signal, (stop) => scenarios.watch({ signal: stop })),
      ),
      save: rpc.scenarios.save.handler(({ input }) => scenarios.save(input)),
      create: rpc.scenarios.create.handler(({ input }) => scenarios.create(input)),
      remove: rpc.scenarios.remove.handler(({ input }) => scenarios.remove(input)),
    },
    search: {
      toolSearch: rpc.search.toolSearch.handler(({ input, signal }) => search.toolSearch(input, { signal })),
      hybridSearch: rpc.search.hybridSearch.handler(({ input, signal }) => search.hybridSearch(input, { signal })),
      agreeToEmbedder: rpc.search.agreeToEmbedder.handler(({ input }) => search.agreeToEmbedder(input)),
      toolGet: rpc.search.toolGet.handler(({ input, signal }) => search.toolGet(input, { signal })),
      compare: rpc.search.compare.handler(({ input, signal }) => search.compare(input, { signal })),
      confusable: rpc.search.confusable.handler(({ input, signal }) =>
        cancellableStream(signal, (stop) => search.confusable(input, { signal: stop })),
      ),
      whyNot: rpc.search.whyNot.handler(({ input, signal }) => search.whyNot(input, { signal })),
    },
    skillEditor: {
      pack: rpc.skillEditor.pack.handler(({ input, signal }) => skillEditor.pack(input, { signal })),
      file: rpc.skillEditor.file.handler(({ input }) => skillEditor.file(input)),
      check: rpc.skillEditor.check.handler(({ input }) => skillEditor.check(input)),
      write: rpc.skillEditor.write.handler(({ input }) => skillEditor.write(input)),
      create: rpc.skillEditor.create.handler(({ input }) => skillEditor.create(input)),
      duplicate: rpc.skillEditor.duplicate.handler(({ input }) => skillEditor.duplicate(input)),
      rename: rpc.skillEditor.rename.handler(({ input }) => skillEditor.rename(input)),
      remove: rpc.skillEditor.remove.handler(({ input }) => skillEditor.remove(input)),
      restore: rpc.skillEditor.restore.handler(({ input }) => skillEditor.restore(input)),
      reformat: rpc.skillEditor.reformat.handler(({ input }) => skillEditor.reformat(input)),
      importSkillMd: rpc.skillEditor.importSkillMd.handler(({ input }) => skillEditor.importSkillMd(input)),
      newFolder: rpc.skillEditor.newFolder.handler(({ input }) => skillEditor.newFolder(input)),
      preview: rpc.skillEditor.preview.handler(({ input, signal }) => skillEditor.preview(input, { signal })),
    },
    skills: {
      validate: rpc.skills.validate.handler(({ input, signal }) => skills.validate(input, { signal })),
      convert: rpc.skills.convert.handler(({ input, signal }) => skills.convert(input, { signal })),
      export: rpc.skills.export.handler(({ input, signal }) => skills.export(input, { signal })),
      load: rpc.skills.load.handler(({ input, signal }) => skills.load(input, { signal })),
      watch: rpc.skills.watch.handler(({ signal }) =>
        cancellableStream(signal, (stop) => skills.watch({ signal: stop })),
      ),
      search: rpc.skills.search.handler(({ input, signal }) => skills.search(input, { signal })),
      get: rpc.skills.get.handler(({ input, signal }) => skills.get(input, { signal })),
      getExplained: rpc.skills.getExplained.handler(({ input, signal }) => skills.getExplained(input, { signal })),
      list: rpc.skills.list.handler(({ input, signal }) => skills.list(input, { signal })),
      relevant: rpc.skills.relevant.handler(({ input, signal }) => skills.relevant(input, { signal })),
      directory: rpc.skills.directory.handler(({ input, signal }) => skills.directory(input, { signal })),
    },
    sources: {
      list: rpc.sources.list.handler(() => sources.list()),
      importMcp: rpc.sources.importMcp.handler(({ input, signal }) =>
        cancellableStream(signal, (stop) => sources.importMcp(input, { signal: stop })),
      ),
      watch: rpc.sources.watch.handler(({ signal }) =>
        cancellableStream(signal, (stop) => sources.watch({ signal: stop })),
      ),
      importServers: rpc.sources.importServers.handler(({ input, signal }) =>
        cancellableStream(signal, (stop) => sources.importServers(input, { signal: stop })),
      ),
      keptValues: rpc.sources.keptValues.handler(() => sources.keptValues()),
      keepValue: rpc.sources.keepValue.handler(({ input }) => sources.keepValue(input)),
      forgetValues: rpc.sources.forgetValues.handler(({ input }) => sources.forgetValues(input.names)),
      call: rpc.sources.call.handler(({ input, signal }) => sources.call(input, { signal })),
      stop: rpc.sources.stop.handler(({ input }) => sources.stop(input.name)),
      log: rpc.sources.log.handler(({ input }) => sources.log(input.name)),
      signIn: rpc.sources.signIn.handler(({ input, signal }) =>
        cancellableStream(signal, (stop) => sources.signIn(input, { signal: stop })),
      ),
      signOut: rpc.sources.signOut.handler(({ input }) => sources.signOut(input.name)),
      remove: rpc.sources.remove.handler(({ input }) => sources.remove(input.name)),
      restore: rpc.sources.restore.handler(({ input, signal }) => sources.restore(input.undo, { signal })),
      rename: rpc.sources.rename.handler(({ input }) => sources.rename(input)),
      connection: rpc.sources.connection.handler(({ input }) => sources.connection(input.name)),
      setConnection: rpc.sources.setConnection.handler(({ input }) => sources.setConnection(input)),
      setEnabled: rpc.sources.setEnabled.handler(({ input }) => sources.setEnabled(input)),
    },
    system: {
      report: rpc.system.report.handler(() => system.report()),
    },
  });
}

/** The one place where errors are mapped: around validation of input and output, and around every event of a stream. */
function mapErrors(logger: Logger) {
  return os.middleware(async ({ next, path, signal }) => {
    const toWire = (error: unknown) => toWireError(error, { procedure: path.join('.'), signal, logger });
    try {
      if (signal?.aborted) throw cancelled();
      const result = await next();
      if (!isAsyncIterator(result.output)) return result;
      const output = mapEventIterator(result.output, {
        value: async (value) => value,
        error: async (error) => toWire(error),
      });
      return { ...result, output };
    } catch (error) {
      throw toWire(error);
    }
  });
}

function isAsyncIterator(value: unknown): value is AsyncIterator<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}
