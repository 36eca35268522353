import { Tabs } from '@mantine/core';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { ConfigChange, ConfigState } from '#shared/domain/config-edit.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useCatalogList } from '../../platform/catalog-list.ts';
import type { ConfigEdit } from '../../platform/edit-config.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useUnsavedWork } from '../../state/unsaved-work.ts';
import { formatPlural } from '../../ui/format-number.ts';
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
      <h1 className="visually-hidden">Settings</h1>
      <Tabs
        classNames={{ root: 'column', list: 'tab-list', tab: 'tab' }}
        value={tab}
        onChange={(next) => showTab(settingsTabs.find((one) => one === next) ?? 'fields')}
        keepMounted={false}
      >
        <Tabs.List aria-label="Settings">
          <Tabs.Tab value="fields">Settings</Tabs.Tab>
          <Tabs.Tab value="personas">Personas and policy</Tabs.Tab>
          <Tabs.Tab value="index">Index</Tabs.Tab>
          <Tabs.Tab value="file">File</Tabs.Tab>
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

/** What a tab needs of the workspace, with what it says while that is on its way. */
function WithConfig({ children }: { children: Shown }) {
  const { data, error } = useConfig();
  const workspace = useWorkspace();
  if (error || !data || !workspace) {
    return <ScreenWaits error={error}>Reading the settings…</ScreenWaits>;
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
  useUnsavedWork(unsaved === 0 ? null : `${formatPlural(unsaved, 'setting')} typed and not written yet.`);
  return <SettingsProvider value={context}>{children(workspace, tools)}</SettingsProvider>;
}

/** The edit that sets a field, or with undefined resets it. */
function editOf({ path: field, keys }: Setting, value: unknown): ConfigEdit {
  return {
    // What a control gives is JSON: the core checks it again.
    changes: [{ path: [...keys], ...(value !== undefined && { value: value as ConfigChange['value'] }) }],
    done: value === undefined ? `Reset ${field}` : `Set ${field}`,
  };
}
