import {
  IconHome,
  IconListSearch,
  IconMovie,
  IconNotebook,
  IconSend,
  IconSettings,
  IconTable,
  IconTargetArrow,
} from '@tabler/icons-react';
import type { DraftOwner } from '../documents/draft-owner.ts';
import { catalogCommands } from '../features/catalog/catalog-commands.ts';
import { CatalogPage } from '../features/catalog/catalog-page.tsx';
import { toolSubject } from '../features/catalog/catalog-store.ts';
import { overlayDrafts } from '../features/catalog/curate/curate-journal.ts';
import { compareCommands } from '../features/compare/compare-commands.ts';
import { costsCommands, hostsCommands, requestsCommands } from '../features/costs/costs-commands.ts';
import { CostsPage, HostsPage, RequestsPage } from '../features/costs/costs-page.tsx';
import { evaluateCommands } from '../features/evaluate/evaluate-commands.ts';
import { EvaluatePage } from '../features/evaluate/evaluate-page.tsx';
import { experimentsCommands } from '../features/experiments/experiments-commands.ts';
import { ExperimentsPage } from '../features/experiments/experiments-lazy-page.ts';
import { experimentSubject } from '../features/experiments/experiments-store.ts';
import { exportCommands } from '../features/export/export-commands.ts';
import { ExportPage } from '../features/export/export-page.tsx';
import { gatewayCommands } from '../features/gateway/gateway-commands.ts';
import { GatewayPage } from '../features/gateway/gateway-page.tsx';
import { healthCommands } from '../features/health/health-commands.ts';
import { HealthPage } from '../features/health/health-page.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { packDrafts } from '../features/packs/pack-drafts.ts';
import { packsCommands } from '../features/packs/packs-commands.ts';
import { skillSubject } from '../features/packs/packs-model.ts';
import { PacksPage } from '../features/packs/packs-page.tsx';
import { playgroundCommands } from '../features/playground/playground-commands.ts';
import { PlaygroundPage } from '../features/playground/playground-page.tsx';
import { SearchToggles } from '../features/playground/search-toggles.tsx';
import { profileDrafts } from '../features/prompt-diff/profile-drafts.ts';
import { promptDiffCommands } from '../features/prompt-diff/prompt-diff-commands.ts';
import { PromptDiffPage } from '../features/prompt-diff/prompt-diff-page.tsx';
import { runListCommands } from '../features/run-list/run-list-commands.ts';
import { RunListPage } from '../features/run-list/run-list-page.tsx';
import { settingsCommands } from '../features/settings/settings-commands.ts';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { simulatorCommands } from '../features/simulator/simulator-commands.ts';
import { SimulatorPage } from '../features/simulator/simulator-page.tsx';
import { scenarioSubject } from '../features/simulator/simulator-store.ts';
import { sourcesCommands } from '../features/sources/sources-commands.ts';
import { SourcesPage } from '../features/sources/sources-page.tsx';
import { teamGatewayCommands } from '../features/team-gateway/team-gateway-commands.ts';
import { TeamGatewayPage } from '../features/team-gateway/team-gateway-lazy-page.ts';
import { tunerCommands } from '../features/tuner/tuner-commands.ts';
import { TunerPage } from '../features/tuner/tuner-page.tsx';
import { useCommands } from '../features/use/use-commands.ts';
import { UsePage } from '../features/use/use-page.tsx';
import { useSubject } from '../features/use/use-store.ts';
import { querySubject } from '../state/playground-store.ts';
import { sourceSubject } from '../state/sources-view.ts';
import { strings } from '../strings/app.ts';
import type { Place, Route } from './place.ts';

/** Every place, in the order of the left bar; the digits of the shortcuts ascend along it. A new screen is one entry here. */
export const places: readonly [Place, ...Place[]] = [
  {
    id: 'home',
    title: strings.routes.home,
    icon: IconHome,
    shortcut: 'alt+1',
    at: 'look',
    screens: [
      {
        id: 'home',
        title: strings.routes.home,
        address: 'home',
        words: strings.routes.startOverviewCostHealth,
        page: HomePage,
        commands: [],
      },
    ],
  },
  {
    id: 'tools',
    title: strings.routes.tools,
    icon: IconTable,
    shortcut: 'alt+2',
    at: 'look',
    screens: [
      {
        id: 'catalog',
        title: strings.routes.catalog,
        address: 'tools',
        words: strings.routes.toolsListTable,
        page: CatalogPage,
        commands: catalogCommands,
        subject: toolSubject,
        drafts: [overlayDrafts],
      },
      {
        id: 'tuner',
        title: strings.routes.alwaysLoaded,
        address: 'tuner',
        shortcut: 'alt+t',
        words: strings.routes.tunerBudgetTokensDeferred,
        page: TunerPage,
        commands: tunerCommands,
      },
      {
        id: 'use',
        title: strings.routes.use,
        address: 'use',
        shortcut: 'alt+q',
        words: strings.routes.usageLogsCallsOptimize,
        page: UsePage,
        commands: useCommands,
        subject: useSubject,
      },
      {
        id: 'health',
        title: strings.routes.health,
        address: 'health',
        words: strings.routes.problemsLintDuplicatesConfusable,
        page: HealthPage,
        commands: healthCommands,
      },
      {
        id: 'sources',
        title: strings.routes.sources,
        address: 'sources',
        words: strings.routes.serversMcpImport,
        page: SourcesPage,
        commands: sourcesCommands,
        subject: sourceSubject,
      },
    ],
  },
  {
    id: 'search',
    title: strings.routes.search,
    icon: IconListSearch,
    shortcut: 'alt+3',
    at: 'look',
    toggles: SearchToggles,
    screens: [
      {
        id: 'playground',
        title: strings.routes.playground,
        address: 'search',
        words: strings.routes.searchQueryScore,
        page: PlaygroundPage,
        commands: playgroundCommands,
        subject: querySubject,
      },
      {
        id: 'compare',
        title: strings.routes.compareEngines,
        address: 'compare',
        words: strings.routes.enginesBm25RegexHybrid,
        viewOf: 'playground',
        page: PlaygroundPage,
        commands: [...playgroundCommands, ...compareCommands],
        subject: querySubject,
      },
    ],
  },
  {
    id: 'tests',
    title: strings.routes.tests,
    icon: IconTargetArrow,
    shortcut: 'alt+4',
    at: 'prove',
    screens: [
      {
        id: 'evaluate',
        title: strings.routes.goldenQueries,
        address: 'tests',
        words: strings.routes.goldenQueriesTestsQuality,
        page: EvaluatePage,
        commands: evaluateCommands,
      },
      {
        id: 'experiments',
        title: strings.routes.experiments,
        address: 'experiments',
        words: strings.routes.experimentsArmsTasks,
        page: ExperimentsPage,
        commands: experimentsCommands,
        subject: experimentSubject,
      },
    ],
  },
  {
    id: 'runs',
    title: strings.routes.runs,
    icon: IconMovie,
    shortcut: 'alt+5',
    at: 'prove',
    screens: [
      {
        id: 'simulator',
        title: strings.routes.simulator,
        address: 'runs',
        words: strings.routes.runScenarioTraceAgent,
        page: SimulatorPage,
        commands: simulatorCommands,
        subject: scenarioSubject,
      },
      {
        id: 'prompt-diff',
        title: strings.routes.prompt,
        address: 'prompt',
        words: strings.routes.differenceDiffCompareProfile,
        page: PromptDiffPage,
        commands: promptDiffCommands,
        drafts: [profileDrafts],
      },
      {
        id: 'run-list',
        title: strings.routes.history,
        address: 'history',
        words: strings.routes.keptRunsListFilter,
        page: RunListPage,
        commands: runListCommands,
      },
    ],
  },
  {
    id: 'skills',
    title: strings.routes.skills,
    icon: IconNotebook,
    shortcut: 'alt+6',
    at: 'prove',
    screens: [
      {
        id: 'packs',
        title: strings.routes.skills,
        address: 'skills',
        words: strings.routes.skillsRecipes,
        page: PacksPage,
        commands: packsCommands,
        subject: skillSubject,
        drafts: [packDrafts],
      },
    ],
  },
  {
    id: 'ship',
    title: strings.routes.ship,
    icon: IconSend,
    shortcut: 'alt+7',
    at: 'top',
    screens: [
      {
        id: 'gateway',
        title: strings.routes.gateway,
        address: 'gateway',
        shortcut: 'alt+u',
        words: strings.routes.mcpHostsClientsConnect,
        page: GatewayPage,
        commands: gatewayCommands,
      },
      {
        id: 'team-gateway',
        title: strings.routes.teamGateway,
        address: 'team',
        words: strings.routes.teamServerOperator,
        page: TeamGatewayPage,
        commands: teamGatewayCommands,
      },
      {
        id: 'export',
        title: strings.routes.exportLabel,
        address: 'export',
        words: strings.routes.writeFilesGitShip,
        page: ExportPage,
        commands: exportCommands,
      },
      {
        id: 'requests',
        title: strings.routes.requests,
        address: 'requests',
        words: strings.routes.requestsProvidersPayload,
        page: RequestsPage,
        commands: requestsCommands,
      },
      {
        id: 'hosts',
        title: strings.routes.hostBudgets,
        address: 'hosts',
        words: strings.routes.hostsLimitsBudgets,
        page: HostsPage,
        commands: hostsCommands,
      },
      {
        id: 'costs',
        title: strings.routes.costs,
        address: 'costs',
        words: strings.routes.moneyPriceSavingEconomics,
        page: CostsPage,
        commands: costsCommands,
      },
    ],
  },
  {
    id: 'settings',
    title: strings.routes.settings,
    icon: IconSettings,
    shortcut: 'mod+,',
    at: 'foot',
    screens: [
      {
        id: 'settings',
        title: strings.routes.settings,
        address: 'settings',
        words: strings.routes.preferencesOptionsConfigurationPegboard,
        page: SettingsPage,
        commands: settingsCommands,
      },
    ],
  },
];

/** Every screen, place by place. */
export const routes: readonly Route[] = places.flatMap(({ screens }) => screens);

/** Who opens a draft that was left behind, by the beginning of its id. */
export const draftOwners: readonly DraftOwner[] = routes.flatMap(({ drafts }) => drafts ?? []);

/** The screen of that id; the first one when there is none. */
export function routeOf(id: string): Route {
  return routes.find((route) => route.id === id) ?? places[0].screens[0];
}

/** The place that the screen of that id is in. */
export function placeOf(id: string): Place {
  return places.find(({ screens }) => screens.some((screen) => screen.id === id)) ?? places[0];
}
