import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/settings.ts';
import { CodeEditor, type EditorMarker } from '../../ui/editor/code-editor.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { PathText } from '../../ui/path-text.tsx';
import styles from './settings.module.css';

/** The whole of `pegboard.yaml` as it is written, to look at; what the checks found is marked at its place. */
export function ConfigFile() {
  const client = useClient();
  const workspace = useWorkspace();
  const [language, setLanguage] = useState<'yaml' | 'json'>('yaml');
  const { data, error } = useQuery({
    queryKey: ['config-text', workspace?.path, workspace?.revision],
    queryFn: ({ signal }) => client.config.text(undefined, { signal }),
    enabled: workspace !== null,
    placeholderData: keepPreviousData,
  });
  const findings = workspace?.findings;
  const markers = useMemo(() => {
    if (language !== 'yaml') return [];
    return (findings ?? []).flatMap(({ path, range, severity, message, hint }): EditorMarker[] =>
      range && path === data?.path
        ? [{ severity, message: visibleString(hint ? `${message} ${hint}` : message), ...range.start }]
        : [],
    );
  }, [findings, data, language]);
  if (error) {
    return (
      <div className={styles.padded}>
        <ErrorNotice error={error} />
      </div>
    );
  }
  if (!data) return <div className={styles.padded}>{strings.configFile.loadingFile}</div>;
  return (
    <div className="column">
      <div className="toolbar">
        <SegmentedControl
          aria-label={strings.configFile.format}
          data={['yaml', 'json']}
          value={language}
          onChange={(value) => setLanguage(value === 'json' ? 'json' : 'yaml')}
        />
        <span className={styles.filePath}>
          <PathText path={data.path} />
        </span>
        <span className="dim push">{strings.configFile.readOnlyValues}</span>
      </div>
      <div className="rest">
        <CodeEditor
          path={`settings/pegboard.${language}`}
          label={strings.configFile.pegboardYamlAsRead(language)}
          language={language}
          value={data[language]}
          markers={markers}
          readOnly
        />
      </div>
    </div>
  );
}
