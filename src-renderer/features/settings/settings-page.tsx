import { Tabs } from '@mantine/core';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { ConfigChange, ConfigState } from '#shared/domain/config-edit.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useCatalogList } from '../../platform/catalog-list.ts';
import type { ConfigEdit } from '../../platform/edit-config.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useUnsavedWork } from '../../state/unsaved-work.ts';
import { strings } from '../../strings/settings.ts';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { AccessTab } from './access-tab.tsx';
import { ConfigFile } from './config-file.tsx';
import { IndexHealth } from './index-health.tsx';
import { SettingList } from './setting-list.tsx';
import { type Setting, valueAt } from './setting-rows.ts';
import { SettingsProvider } from './settings-context.ts';
import { settingsTabs, showTab, useSettingsView } from './settings-view.ts';
import { saveConfig, useConfig } from './use-config.ts';

/** Every setting of the workspace, its file, and the health of its index (R19.23, R19.27). */
export function SettingsPage() {
  const tab = useSettingsView((view) => view.tab);
  return (
    <>
      <h1 className="visually-hidden">{strings.settingsPage.settings}</h1>
      <Tabs
        classNames={{ root: 'column', list: 'tab-list', tab: 'tab' }}
        value={tab}
        onChange={(next) => showTab(settingsTabs.find((one) => one === next) ?? 'fields')}
        keepMounted={false}
      >
        <Tabs.List aria-label={strings.settingsPage.settings}>
          <Tabs.Tab value="fields">{strings.settingsPage.settings}</Tabs.Tab>
          <Tabs.Tab value="personas">{strings.settingsPage.personasPolicy}</Tabs.Tab>
          <Tabs.Tab value="index">{strings.settingsPage.index}</Tabs.Tab>
          <Tabs.Tab value="file">{strings.settingsPage.file}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="fields" className="rest">
          <WithConfig>{() => <SettingList />}</WithConfig>
        </Tabs.Panel>
        <Tabs.Panel value="personas" className="rest">
          <WithConfig>{(summary, tools) => <AccessTab summary={summary} tools={tools} />}</WithConfig>
        </Tabs.Panel>
        <Tabs.Panel value="index" className="rest">
          <IndexHealth />
        </Tabs.Panel>
        <Tabs.Panel value="file" className="rest">
          <ConfigFile />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

type Shown = (summary: WorkspaceSummary, tools: readonly ToolSummary[]) => ReactNode;
const noTools: readonly ToolSummary[] = [];

/** The data that a tab needs of the workspace, with its text while the data is loading. */
function WithConfig({ children }: { children: Shown }) {
  const { data, error } = useConfig();
  const workspace = useWorkspace();
  if (error || !data || !workspace) {
    return <ScreenWaits error={error}>{strings.settingsPage.loadingSettings}</ScreenWaits>;
  }
  return (
    <Loaded state={data} workspace={workspace}>
      {children}
    </Loaded>
  );
}

function Loaded({ state, workspace, children }: { state: ConfigState; workspace: WorkspaceSummary; children: Shown }) {
  const { path } = workspace;
  const { data: tools = noTools } = useCatalogList();
  const toolNames = useMemo(() => tools.map(({ name }) => name), [tools]);
  const save = useCallback((setting: Setting, value: unknown) => saveConfig(path, editOf(setting, value)), [path]);
  const update = useCallback(
    (setting: Setting, next: (now: unknown) => unknown) =>
      saveConfig(path, ({ effective }) => editOf(setting, next(valueAt(effective, setting.keys)))),
    [path],
  );
  const context = useMemo(
    () => ({ workspace: path, state, toolNames, save, update }),
    [path, state, toolNames, save, update],
  );
  const drafts = useSettingsView((view) => view.drafts);
  const unsaved = Object.keys(drafts).filter((key) => key.startsWith(`${path}\n`)).length;
  useUnsavedWork(unsaved === 0 ? null : strings.settingsPage.settingsNotSavedYet(unsaved));
  return <SettingsProvider value={context}>{children(workspace, tools)}</SettingsProvider>;
}

/** The edit that sets a field, or with undefined resets it. */
function editOf({ path: field, keys }: Setting, value: unknown): ConfigEdit {
  return {
    // The value of a control is JSON: the core checks it again.
    changes: [{ path: [...keys], ...(value !== undefined && { value: value as ConfigChange['value'] }) }],
    done: value === undefined ? strings.settingsPage.reset(field) : strings.settingsPage.set(field),
  };
}
