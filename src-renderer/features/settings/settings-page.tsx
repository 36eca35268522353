import { Loader, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { ConfigChange, ConfigState } from '#shared/domain/config-edit.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ConfigFile } from './config-file.tsx';
import { IndexHealth } from './index-health.tsx';
import { SettingList } from './setting-list.tsx';
import type { Setting } from './setting-rows.ts';
import styles from './settings.module.css';
import { SettingsProvider } from './settings-context.ts';
import { settingsTabs, showTab, useSettingsView } from './settings-view.ts';
import { useConfig } from './use-config.ts';
import { useSaveConfig } from './use-save-setting.ts';

/** Every setting of the workspace, its file, and the health of its index (R19.23, R19.27). */
export function SettingsPage() {
  const tab = useSettingsView((view) => view.tab);
  return (
    <>
      <h1 className="visually-hidden">Settings</h1>
      <Tabs
        className={styles.tabs}
        value={tab}
        onChange={(next) => showTab(settingsTabs.find((one) => one === next) ?? 'fields')}
        keepMounted={false}
      >
        <Tabs.List aria-label="Settings">
          <Tabs.Tab value="fields">Settings</Tabs.Tab>
          <Tabs.Tab value="index">Index</Tabs.Tab>
          <Tabs.Tab value="file">File</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="fields" className={styles.tabPanel}>
          <Fields />
        </Tabs.Panel>
        <Tabs.Panel value="index" className={styles.tabPanel}>
          <IndexHealth />
        </Tabs.Panel>
        <Tabs.Panel value="file" className={styles.tabPanel}>
          <ConfigFile />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Fields() {
  const { data, error } = useConfig();
  if (error) {
    return (
      <div className={styles.padded}>
        <ErrorNotice error={toPegboardError(error)} />
      </div>
    );
  }
  if (!data) {
    return (
      <div className={styles.loading}>
        <Loader size="sm" aria-hidden />
        Reading the settings…
      </div>
    );
  }
  return <LoadedFields state={data} />;
}

function LoadedFields({ state }: { state: ConfigState }) {
  const client = useClient();
  const workspace = useWorkspace();
  const path = workspace?.path ?? '';
  const saveConfig = useSaveConfig(path);
  const tools = useQuery({
    queryKey: ['catalog', path, workspace?.revision],
    queryFn: ({ signal }) => client.catalog.list(undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const toolNames = useMemo(() => (tools.data ?? []).map(({ name }) => name), [tools.data]);
  const save = useCallback(
    ({ path: field, keys }: Setting, value: unknown) =>
      saveConfig(
        // What a control gives is JSON: the core checks it again.
        [{ path: [...keys], ...(value !== undefined && { value: value as ConfigChange['value'] }) }],
        value === undefined ? `Reset ${field}` : `Set ${field}`,
      ),
    [saveConfig],
  );
  const context = useMemo(() => ({ workspace: path, state, toolNames, save }), [path, state, toolNames, save]);
  return (
    <SettingsProvider value={context}>
      <SettingList />
    </SettingsProvider>
  );
}
