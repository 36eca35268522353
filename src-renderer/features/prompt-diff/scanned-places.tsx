import type { LeakReport, ScannedTexts } from '#shared/domain/leak-report.ts';
import { formatCount } from '../../ui/format-number.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './leaks.module.css';

/** Every place where a model reads, how much was looked at there, and what was found. */
export function ScannedPlaces({ report: { places, looked_for } }: { report: LeakReport }) {
  return (
    <ScrollRegion className="tall scrolls" aria-label="Texts that were looked at">
      <table className={`plain-table ${styles.table}`} data-testid="leak-places">
        <TableHead
          columns={[
            'A model could read',
            numeric('Texts', { title: 'Every hidden name is asked for in every way, and every answer is a text' }),
            numeric('Characters', { title: 'Of those texts together' }),
            numeric('Looked for', { title: 'Hidden names, and how providers would spell them' }),
            numeric('Found', { title: 'Places of those names in those texts: each one is a leak' }),
          ]}
        />
        <tbody>
          {places.map((place) => (
            <Place key={place.place} place={place} lookedFor={looked_for} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Place({
  place: { place, texts, characters, found, leaks },
  lookedFor,
}: {
  place: ScannedTexts;
  lookedFor: number;
}) {
  return (
    <>
      <tr data-place={place} data-leaks={found > 0 || undefined}>
        <th scope="row" className="mono">
          {place}
        </th>
        <td data-numeric>{formatCount(texts)}</td>
        <td data-numeric>{formatCount(characters)}</td>
        <td data-numeric>{formatCount(lookedFor)}</td>
        <td data-numeric data-figure="found">
          {found > 0 && '✕ '}
          {formatCount(found)}
        </td>
      </tr>
      {leaks.map(({ name, asked, line, excerpt }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same name may stand in many answers
        <tr key={i} className={styles.leak} data-testid="leak">
          <td colSpan={5}>
            <ToolName name={name} /> in line {formatCount(line)}
            {asked !== null && (
              <>
                {' '}
                of what <VisibleText text={asked} lines={false} /> gives
              </>
            )}
            : <HostileText text={excerpt} limit={300} />
          </td>
        </tr>
      ))}
      {found > leaks.length && (
        <tr className={styles.leak}>
          <td colSpan={5}>The first {formatCount(leaks.length)} are shown.</td>
        </tr>
      )}
    </>
  );
}
