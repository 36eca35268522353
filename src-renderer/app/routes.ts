import {
  IconAdjustments,
  IconCoins,
  IconColumns3,
  IconFileDiff,
  IconFileExport,
  IconListSearch,
  IconMovie,
  IconNotebook,
  IconPlug,
  IconSettings,
  IconTable,
  IconTargetArrow,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { DraftOwner } from '../documents/draft-owner.ts';
import { catalogCommands } from '../features/catalog/catalog-commands.ts';
import { CatalogPage } from '../features/catalog/catalog-page.tsx';
import { overlayDrafts } from '../features/catalog/curate/curate-journal.ts';
import { compareCommands } from '../features/compare/compare-commands.ts';
import { ComparePage } from '../features/compare/compare-page.tsx';
import { costsCommands } from '../features/costs/costs-commands.ts';
import { CostsPage } from '../features/costs/costs-page.tsx';
import { evaluateCommands } from '../features/evaluate/evaluate-commands.ts';
import { EvaluatePage } from '../features/evaluate/evaluate-page.tsx';
import { exportCommands } from '../features/export/export-commands.ts';
import { ExportPage } from '../features/export/export-page.tsx';
import { packDrafts } from '../features/packs/pack-drafts.ts';
import { packsCommands } from '../features/packs/packs-commands.ts';
import { PacksPage } from '../features/packs/packs-page.tsx';
import { playgroundCommands } from '../features/playground/playground-commands.ts';
import { PlaygroundPage } from '../features/playground/playground-page.tsx';
import { profileDrafts } from '../features/prompt-diff/profile-drafts.ts';
import { promptDiffCommands } from '../features/prompt-diff/prompt-diff-commands.ts';
import { PromptDiffPage } from '../features/prompt-diff/prompt-diff-page.tsx';
import { settingsCommands } from '../features/settings/settings-commands.ts';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { simulatorCommands } from '../features/simulator/simulator-commands.ts';
import { SimulatorPage } from '../features/simulator/simulator-page.tsx';
import { sourcesCommands } from '../features/sources/sources-commands.ts';
import { SourcesPage } from '../features/sources/sources-page.tsx';
import { tunerCommands } from '../features/tuner/tuner-commands.ts';
import { TunerPage } from '../features/tuner/tuner-page.tsx';
import type { Command } from '../state/command.ts';

/** A feature on the left bar. */
export interface Route {
  readonly id: string;
  readonly title: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  readonly shortcut: string;
  /** Other words that people search for in the palette. */
  readonly words: string;
  readonly page: ComponentType;
  /** What can be done while it is on screen. */
  readonly commands: readonly Command[];
  /** The drafts that it opens again after a crash. */
  readonly drafts?: readonly DraftOwner[];
}

/** Every feature, in the order of the left bar; the digits of the shortcuts ascend along it. A new feature is one entry here. */
export const routes: readonly [Route, ...Route[]] = [
  {
    id: 'playground',
    title: 'Playground',
    icon: IconListSearch,
    shortcut: 'alt+1',
    words: 'search query score',
    page: PlaygroundPage,
    commands: playgroundCommands,
  },
  {
    id: 'catalog',
    title: 'Catalog',
    icon: IconTable,
    shortcut: 'alt+2',
    words: 'tools list table',
    page: CatalogPage,
    commands: catalogCommands,
    drafts: [overlayDrafts],
  },
  {
    id: 'tuner',
    title: 'Tuner',
    icon: IconAdjustments,
    shortcut: 'alt+t',
    words: 'budget tokens always loaded deferred board drawers pattern',
    page: TunerPage,
    commands: tunerCommands,
  },
  {
    id: 'sources',
    title: 'Sources',
    icon: IconPlug,
    shortcut: 'alt+3',
    words: 'servers mcp import',
    page: SourcesPage,
    commands: sourcesCommands,
  },
  {
    id: 'evaluate',
    title: 'Evaluate',
    icon: IconTargetArrow,
    shortcut: 'alt+4',
    words: 'golden queries tests quality',
    page: EvaluatePage,
    commands: evaluateCommands,
  },
  {
    id: 'compare',
    title: 'Compare engines',
    icon: IconColumns3,
    shortcut: 'alt+5',
    words: 'engines bm25 regex hybrid',
    page: ComparePage,
    commands: compareCommands,
  },
  {
    id: 'packs',
    title: 'Packs',
    icon: IconNotebook,
    shortcut: 'alt+6',
    words: 'skills recipes',
    page: PacksPage,
    commands: packsCommands,
    drafts: [packDrafts],
  },
  {
    id: 'simulator',
    title: 'Simulator',
    icon: IconMovie,
    shortcut: 'alt+7',
    words: 'run scenario trace agent',
    page: SimulatorPage,
    commands: simulatorCommands,
  },
  {
    id: 'prompt-diff',
    title: 'Prompt',
    icon: IconFileDiff,
    shortcut: 'alt+8',
    words: 'difference diff compare profile',
    page: PromptDiffPage,
    commands: promptDiffCommands,
    drafts: [profileDrafts],
  },
  {
    id: 'costs',
    title: 'Costs',
    icon: IconCoins,
    shortcut: 'alt+9',
    words: 'money price saving economics hosts',
    page: CostsPage,
    commands: costsCommands,
  },
  {
    id: 'export',
    title: 'Export',
    icon: IconFileExport,
    shortcut: 'alt+0',
    words: 'write files git',
    page: ExportPage,
    commands: exportCommands,
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: IconSettings,
    shortcut: 'mod+,',
    words: 'preferences options configuration pegboard.yaml persona',
    page: SettingsPage,
    commands: settingsCommands,
  },
];

/** Who opens a draft that was left behind, by the beginning of its id. */
export const draftOwners: readonly DraftOwner[] = routes.flatMap(({ drafts }) => drafts ?? []);

/** The route of that id; the first one when there is none. */
export function routeOf(id: string): Route {
  return routes.find((route) => route.id === id) ?? routes[0];
}
