import type { LeakReport, ScannedTexts } from '#shared/domain/leak-report.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { fill } from '../../ui/fill.tsx';
import { HostileText } from '../../ui/hostile-text.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { numeric, TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './leaks.module.css';

/** Every place where a model reads, how much was looked at there, and what was found. */
export function ScannedPlaces({ report: { places, looked_for } }: { report: LeakReport }) {
  return (
    <ScrollRegion className="tall scrolls" aria-label={strings.scannedPlaces.checkedTexts}>
      <table className={`plain-table ${styles.table}`} data-testid="leak-places">
        <TableHead
          columns={[
            strings.scannedPlaces.textsForModel,
            numeric(strings.scannedPlaces.texts, { title: strings.scannedPlaces.pegboardAsksForEvery }),
            numeric(strings.scannedPlaces.characters, { title: strings.scannedPlaces.charactersOfAll }),
            numeric(strings.scannedPlaces.checkedNames, { title: strings.scannedPlaces.hiddenNamesAndTheir }),
            numeric(strings.scannedPlaces.found, { title: strings.scannedPlaces.placesWhereTheseTexts }),
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
            {asked === null
              ? fill(strings.scannedPlaces.line, { name: <ToolName name={name} />, line: formatCount(line) })
              : fill(strings.scannedPlaces.lineOfAnswer, {
                  name: <ToolName name={name} />,
                  line: formatCount(line),
                  asked: <VisibleText text={asked} lines={false} />,
                })}
            : <HostileText text={excerpt} limit={300} />
          </td>
        </tr>
      ))}
      {found > leaks.length && (
        <tr className={styles.leak}>
          <td colSpan={5}>{strings.scannedPlaces.firstShown(formatCount(leaks.length))}</td>
        </tr>
      )}
    </>
  );
}
