import { UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import type { ConfusableReport } from '#shared/domain/confusable.ts';
import { strings } from '../../strings/health.ts';
import { cutText } from '../../ui/cut-text.ts';
import { fill } from '../../ui/fill.tsx';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { confusionMatrix, type MatrixCell } from './confusions.ts';
import styles from './health.module.css';
import { compareEngines } from './health-model.ts';

/** Tools that the picture has room for. */
const mostTools = 14;

/** Who is mistaken for whom: a row for each tool that a query means, a column for each that is found instead. It is its own table. */
export function ConfusionPicture({ report }: { report: ConfusableReport }) {
  const { tools, rows } = useMemo(() => confusionMatrix(report, mostTools), [report]);
  return (
    <ScrollRegion
      className={styles.picture}
      aria-label={strings.confusionPicture.whichToolIsMistaken}
      data-testid="confusion-matrix"
    >
      <table>
        <caption>
          {fill(strings.confusionPicture.eachRowIsExpected, {
            span: <span className={styles.swatch} data-lost="true" />,
            span2: <span className={styles.swatch} data-lost="false" />,
          })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{strings.confusionPicture.expectedTool}</th>
            {tools.map((name, at) => (
              <th key={name} scope="col" title={visibleString(name)}>
                <span aria-hidden>{at + 1}</span>
                <span className="visually-hidden">{visibleString(cutText(name, 100))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tools.map((name, at) => (
            <tr key={name}>
              <th scope="row">
                <span className={`${styles.number} dim`}>{at + 1}</span> <ToolName name={name} />
              </th>
              {rows[at]?.map((cell, column) => (
                <td key={tools[column]} data-same={at === column || undefined}>
                  {cell && <Cell cell={cell} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Leads to the engines, with the worst query. */
function Cell({ cell: { worst, isLost } }: { cell: MatrixCell }) {
  const percent = Math.round(worst.share * 100);
  const words = visibleString(
    strings.confusionPicture.expectsAndFinds(cutText(worst.query, 100), worst.right, worst.wrong, percent),
  );
  return (
    <UnstyledButton
      className={styles.cell}
      data-lost={isLost}
      aria-label={words}
      title={words}
      onClick={() => compareEngines(worst)}
    >
      {percent}
    </UnstyledButton>
  );
}
