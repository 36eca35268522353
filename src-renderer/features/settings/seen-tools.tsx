import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { ToolName } from '../../ui/tool-name.tsx';
import accessStyles from './access.module.css';

/** Names shown at most; a filter finds the others. */
const shownNames = 300;

/** The tools that may be seen, or those that may not, by name. For the developer's eyes: no model reads this. */
export function SeenTools({ tools, seen }: { tools: readonly ToolSummary[]; seen: ReadonlySet<string> }) {
  const [which, setWhich] = useState<'seen' | 'hidden'>('seen');
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const listed = tools.filter(
    ({ name }) => seen.has(name) === (which === 'seen') && name.toLowerCase().includes(wanted),
  );
  return (
    <section className="grid gap-8" aria-label="Tools">
      <div className="button-row">
        <SegmentedControl
          aria-label="Which tools"
          data={[
            { value: 'seen', label: `May see ${formatCount(seen.size)}` },
            { value: 'hidden', label: `May not see ${formatCount(tools.length - seen.size)}` },
          ]}
          value={which}
          onChange={(value) => setWhich(value === 'hidden' ? 'hidden' : 'seen')}
        />
        <TextInput
          aria-label="Filter these tools"
          placeholder="Filter by name"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      <ul className={`${accessStyles.names} plain-list`} data-testid="seen-tools">
        {listed.slice(0, shownNames).map(({ name }) => (
          <li key={name}>
            <ToolName name={name} />
          </li>
        ))}
      </ul>
      {listed.length > shownNames && (
        <div className="dim">… and {formatPlural(listed.length - shownNames, 'more tool')}: filter to find one.</div>
      )}
      {listed.length === 0 && <div className="dim">None.</div>}
    </section>
  );
}
