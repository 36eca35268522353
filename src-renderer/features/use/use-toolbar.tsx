import { Button, Select } from '@mantine/core';
import { useOriginFacts } from '#shared/domain/use.ts';
import type { UseOriginState, UseReport } from '#shared/domain/use-report.ts';
import { strings } from '../../strings/use.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { filterUse } from './use-model.ts';
import { usePlaces } from './use-places.ts';
import { hasLines, readingOf, startReading, stopReading, useReadings } from './use-reading.ts';
import { type UsePeriod, type UseView, usePeriods } from './use-store.ts';

/** What the figures are of, and whether the logs are being read. */
export function UseToolbar({
  path,
  view,
  whole,
  origins,
}: {
  path: string;
  view: UseView;
  /** The figures of everything that was read. */
  whole: UseReport;
  origins: readonly UseOriginState[];
}) {
  const choose = (text: string): { value: string; label: string } => ({ value: text, label: visibleString(text) });
  const clients = whole.clients.map(({ client }) =>
    client === null || client === '' ? { value: '', label: strings.toolbar.unnamedClient } : choose(client),
  );
  return (
    <div className="toolbar">
      <Select
        id={usePlaces.filters}
        aria-label={strings.toolbar.period}
        title="/"
        w={130}
        allowDeselect={false}
        data={usePeriods.map((value) => ({ value, label: strings.toolbar.periods[value] }))}
        value={view.period}
        onChange={(period) => period !== null && filterUse(path, { period: period as UsePeriod })}
      />
      <Select
        aria-label={strings.toolbar.log}
        w={150}
        placeholder={strings.toolbar.allLogs}
        clearable
        data={origins.filter(({ events }) => events > 0).map(({ origin, title }) => ({ value: origin, label: title }))}
        value={view.origin}
        onChange={(origin) => filterUse(path, { origin: origin !== null && isOrigin(origin) ? origin : null })}
      />
      <Select
        aria-label={strings.toolbar.source}
        w={140}
        placeholder={strings.toolbar.allSources}
        clearable
        data={whole.sources.map(({ source }) => choose(source))}
        value={view.source}
        onChange={(source) => filterUse(path, { source })}
      />
      <Select
        aria-label={strings.toolbar.client}
        w={150}
        placeholder={strings.toolbar.allClients}
        clearable
        data={clients}
        value={view.client}
        onChange={(client) => filterUse(path, { client })}
      />
      <ReadButton path={path} hasLog={hasLines(origins)} />
    </div>
  );
}

const isOrigin = (text: string): text is keyof typeof useOriginFacts => Object.hasOwn(useOriginFacts, text);

function ReadButton({ path, hasLog }: { path: string; hasLog: boolean }) {
  const { stop, progress } = useReadings((readings) => readingOf(readings, path));
  return (
    <span className="bar-end row">
      {stop !== null && progress !== null && (
        <span className="dim" role="status">
          {strings.toolbar.reading(progress.files, progress.of)}
        </span>
      )}
      {stop === null ? (
        <Button title={hasLog ? strings.toolbar.readHint : strings.toolbar.noLogHint} onClick={startReading}>
          {strings.toolbar.readLogs}
        </Button>
      ) : (
        <Button onClick={stopReading}>{strings.toolbar.stop}</Button>
      )}
    </span>
  );
}
