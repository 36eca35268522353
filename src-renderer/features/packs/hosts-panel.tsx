import { NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HostSkill } from '#shared/domain/skill-by-host.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { useClient } from '../../platform/client.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/packs.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './packs.module.css';
import { packsPlaces } from './packs-places.ts';
import type { ShownFile } from './shown-file.ts';

/** The window of the models that most people use. */
const usualWindow = 200_000;

/** The skill on screen as each host shows it, side by side: its line in the list, the text that a model reads, its files. */
export function HostsPanel({ workspace, shown }: { workspace: string; shown: ShownFile }) {
  const client = useClient();
  const summary = useWorkspace();
  const persona = useActivePersona()?.name ?? null;
  const gone = useGonePersona();
  const [window, setWindow] = useState<number | null>(usualWindow);
  const { pack, file, skill } = shown;
  const [[text, context]] = useDebouncedValue([shown.text, window] as const, 250);
  const { data, error } = useQuery({
    queryKey: ['skill-by-host', workspace, summary?.revision, { pack, file, text, skill, persona, context }],
    queryFn: ({ signal }) =>
      client.providers.skillByHost(
        {
          pack,
          file,
          text: text ?? '',
          ...(skill !== null && { only: skill }),
          caller: persona === null ? {} : { persona },
          context_window: context,
        },
        { signal },
      ),
    enabled: text !== null && gone === null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <div className="rest-column">
      <div className={`${styles.previewBar} wrapping keeps`}>
        <NumberInput
          aria-label={strings.hostsPanel.contextWindow}
          className={styles.window}
          min={1000}
          max={100_000_000}
          step={10_000}
          clampBehavior="blur"
          thousandSeparator=","
          placeholder={strings.hostsPanel.unknownWindow}
          suffix={` ${strings.hostsPanel.tokensInWindow}`}
          value={window ?? ''}
          onChange={(value) => setWindow(typeof value === 'number' && value >= 1000 ? Math.round(value) : null)}
        />
        <span className="dim">{strings.hostsPanel.sameSkill}</span>
      </div>
      {error && <ErrorNotice error={error} />}
      {data && (
        <ScrollRegion
          id={packsPlaces.hosts}
          className={`${styles.hosts} scrolling-rest`}
          aria-label={strings.hostsPanel.byHost}
          data-testid="skill-hosts"
        >
          {data.hosts.length === 0 ? (
            <p className={styles.calm}>{strings.hostsPanel.noSkill}</p>
          ) : (
            data.hosts.map((host) => <Host key={host.host} host={host} />)
          )}
        </ScrollRegion>
      )}
    </div>
  );
}

/** One host: what it lists at the start of a session, then what a model reads when it uses the skill. */
function Host({ host: { host, rule, source, line, state, written, listed, list, ...rest } }: { host: HostSkill }) {
  const { body, tokens, cut, files, findings } = rest;
  const estimator = usePreferences((preferences) => preferences.estimator);
  return (
    <section className={styles.host} aria-label={host} data-testid="skill-host" data-state={state}>
      <h3 className={styles.hostName}>{host}</h3>
      <h4 className={styles.hostPart}>{strings.hostsPanel.inTheList}</h4>
      {line === null ? (
        <p className={styles.hostNote} data-kind="cut">
          {strings.hostsPanel.leftOut}
        </p>
      ) : (
        <pre className={`${styles.block} wraps mono`}>
          <VisibleText text={line} />
        </pre>
      )}
      {state === 'shortened' && (
        <p className={styles.hostNote} data-kind="cut">
          {strings.hostsPanel.shortened(formatCount(listed), formatCount(written))}
        </p>
      )}
      {state === 'name_only' && (
        <p className={styles.hostNote} data-kind="cut">
          {strings.hostsPanel.nameOnly}
        </p>
      )}
      <p className={styles.hostNote} title={`${rule} ${source}`}>
        {list.budget === null || list.unit === null
          ? strings.hostsPanel.listSize(list.skills)
          : strings.hostsPanel.listBudget(formatCount(list.used), formatCount(list.budget), list.unit, list.skills)}
      </p>
      <h4 className={styles.hostPart}>{strings.hostsPanel.whenUsed(formatCount(tokens[estimator]))}</h4>
      <ScrollRegion
        as="pre"
        className={`${styles.block} ${styles.hostBody} wraps scrolls mono`}
        aria-label={strings.hostsPanel.bodyIn(host)}
      >
        {body === '' ? <span className="dim">{strings.hostsPanel.emptyBody}</span> : <VisibleText text={body} />}
      </ScrollRegion>
      {cut.length > 0 && (
        <p className={styles.hostNote} data-kind="cut">
          {strings.previewPanel.shortenedToFit(cut.join(', '))}
        </p>
      )}
      <p className={styles.hostNote}>
        {files.length === 0 ? strings.hostsPanel.noFiles : strings.hostsPanel.files(files.length)}
      </p>
      {files.length > 0 && (
        <ul className={styles.hostFiles}>
          {files.map(({ path, size }) => (
            <li key={path}>
              <VisibleText text={path} /> <span className="dim">{strings.hostsPanel.bytes(formatCount(size))}</span>
            </li>
          ))}
        </ul>
      )}
      {findings.length > 0 && <FindingList findings={findings} label={strings.hostsPanel.findings(host)} />}
    </section>
  );
}
