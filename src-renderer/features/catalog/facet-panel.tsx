import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { findingLabel } from '#shared/domain/finding.ts';
import { strings } from '../../strings/catalog.ts';
import { formatCount } from '../../strings/count.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { places } from './catalog-places.ts';
import styles from './facets.module.css';
import { type ChosenFacets, type FacetId, type FacetValue, type FilteredCatalog, facetIds, noValue } from './facets.ts';
import { ConfusableSearchPart } from './similar-tools/confusable-search.tsx';
import type { AlikeSearch } from './similar-tools/use-alike.ts';

const titles: Readonly<Record<FacetId, string>> = strings.facetPanel.titles;

/** Values that a facet shows before it is asked for more, and at most. */
const shownValues = 8;
const maximumValues = 500;

/**
 * Below the sources: what else the table can be narrowed by, with counts that already reflect the other facets. It is folded at
 * first; a filter that is in use stays in sight.
 */
export function FacetPanel({
  facets,
  chosen,
  left,
  alike,
  isOpen,
  onOpen,
  onToggle,
}: {
  facets: FilteredCatalog['facets'];
  chosen: ChosenFacets;
  /** Facets that the sources above already show. */
  left: readonly FacetId[];
  alike: AlikeSearch;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  onToggle(facet: FacetId, value: string): void;
}) {
  // The search for confusable tools, which has a key of its own, says here how far it is and what it found.
  const isUsed = (id: FacetId) =>
    (chosen[id]?.length ?? 0) > 0 || (id === 'alike' && (alike.confusable.isRunning || alike.report !== null));
  const isShown = (id: FacetId) =>
    id !== 'source' && (isUsed(id) || (isOpen && !left.includes(id) && (facets[id].length > 0 || id === 'alike')));
  const used = facetIds.filter((id) => id !== 'source' && (chosen[id]?.length ?? 0) > 0).length;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section
      id={places.facets}
      className={styles.panel}
      aria-label={strings.facetPanel.filters}
      data-testid="facets"
      data-open={isOpen || used > 0 || undefined}
    >
      <UnstyledButton
        className={`${styles.fold} table-head row`}
        aria-expanded={isOpen}
        title={strings.facetPanel.filtersHint}
        onClick={() => onOpen(!isOpen)}
      >
        <Chevron size={14} aria-hidden />
        {strings.facetPanel.filters}
        {used > 0 && <span className="dim note mono at-right">{formatCount(used)}</span>}
      </UnstyledButton>
      {facetIds.map((id) =>
        !isShown(id) ? null : (
          <Facet
            key={id}
            id={id}
            values={facets[id]}
            chosen={chosen[id] ?? []}
            onToggle={(value) => onToggle(id, value)}
          >
            {id === 'alike' && <ConfusableSearchPart alike={alike} />}
          </Facet>
        ),
      )}
    </section>
  );
}

interface FacetProps {
  readonly id: FacetId;
  readonly values: readonly FacetValue[];
  readonly chosen: readonly string[];
  onToggle(value: string): void;
  /** Other actions for the facet. */
  readonly children?: ReactNode;
}

/** One tab stop; ↑ and ↓ move inside, Space chooses. */
function Facet({ id, values, chosen, onToggle, children }: FacetProps) {
  const [isWhole, setWhole] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const shown = values.slice(0, isWhole ? maximumValues : shownValues);
  // The selected row stays visible.
  const hiddenChosen = values.slice(shown.length).filter(({ value }) => chosen.includes(value));
  const listed = [...shown, ...hiddenChosen];
  const stop = listed.some(({ value }) => value === active) ? active : listed[0]?.value;
  return (
    <fieldset className={styles.facet} onKeyDown={moveFocus} data-facet={id}>
      <legend className={`${styles.legend} table-head`}>{titles[id]}</legend>
      {listed.map(({ value, count }) => (
        <label key={value} className={styles.value} data-empty={count === 0 || undefined}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            tabIndex={value === stop ? 0 : -1}
            onFocus={() => setActive(value)}
            onChange={() => onToggle(value)}
          />
          <VisibleText as="span" className="cut" title={valueName(id, value)} text={valueName(id, value)} />
          <span className="dim note mono">{formatCount(count)}</span>
        </label>
      ))}
      {values.length > shownValues && (
        <UnstyledButton className={styles.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? strings.facetPanel.showFewer
            : strings.facetPanel.showAll(formatCount(Math.min(values.length, maximumValues)))}
        </UnstyledButton>
      )}
      {children}
    </fieldset>
  );
}

function moveFocus(event: KeyboardEvent<HTMLFieldSetElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const inputs = [...event.currentTarget.querySelectorAll('input')];
  const at = inputs.indexOf(document.activeElement as HTMLInputElement);
  event.preventDefault();
  inputs[Math.min(Math.max(at + step, 0), inputs.length - 1)]?.focus();
}

function valueName(id: FacetId, value: string): string {
  if (value === noValue) return id === 'side_effects' ? 'unknown' : 'none';
  if (id === 'problem') return findingLabel(value);
  if (id === 'mode') return value === 'always' ? strings.facetPanel.alwaysLoaded : value;
  return value;
}
