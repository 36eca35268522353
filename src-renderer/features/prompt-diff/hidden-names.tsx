import { TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { HiddenName, LeakReport } from '#shared/domain/leak-report.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/prompt-diff.ts';
import { visibleString } from '../../ui/hidden-characters.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { useVirtualRows } from '../../ui/virtual-rows.ts';
import styles from './leaks.module.css';
import { promptDiffPlaces } from './prompt-diff-places.ts';

const kinds: Readonly<Record<HiddenName['kind'], string>> = strings.hiddenNames.kinds;

/** What is hidden, and which rule hides it; any number. For the host: no model reads this. */
export function HiddenNames({ report: { hidden } }: { report: LeakReport }) {
  const [filter, setFilter] = useState('');
  const shown = useMemo(() => {
    const words = filter.trim().toLowerCase();
    return words === ''
      ? hidden
      : hidden.filter(({ name, rule }) => name.toLowerCase().includes(words) || rule.toLowerCase().includes(words));
  }, [hidden, filter]);
  const { scroller, virtualizer, items } = useVirtualRows({ count: shown.length });
  return (
    <section className="column" aria-label={strings.hiddenNames.whatHidden}>
      <div className={`${styles.hiddenHead} row keeps`}>
        <h2>
          {shown.length < hidden.length
            ? strings.hiddenNames.hiddenNamesShown(hidden.length, formatCount(shown.length))
            : strings.hiddenNames.hiddenNames(hidden.length)}
        </h2>
        <TextInput
          id={promptDiffPlaces.hidden}
          aria-label={strings.hiddenNames.filterHiddenNames}
          placeholder={strings.hiddenNames.filterNameRule}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      <ScrollRegion
        ref={scroller}
        className={`${styles.rows} scrolling-rest`}
        aria-label={strings.hiddenNames.hiddenNames2}
        data-testid="hidden-names"
      >
        {shown.length === 0 && (
          <p className="dim">
            {hidden.length === 0 ? strings.hiddenNames.personaHidesTools : strings.hiddenNames.noNameRuleMatches}
          </p>
        )}
        <div className={styles.rowsInner} style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const entry = shown[index];
            if (!entry) return null;
            const rule = visibleString(entry.rule);
            return (
              <div
                key={`${entry.kind} ${entry.name}`}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ToolName name={entry.name} />
                <span className="dim">{kinds[entry.kind]}</span>
                <span className="dim note" title={rule}>
                  {rule}
                </span>
              </div>
            );
          })}
        </div>
      </ScrollRegion>
    </section>
  );
}
