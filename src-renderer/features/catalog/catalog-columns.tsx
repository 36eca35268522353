import type { Estimator } from '../../state/preferences-store.ts';
import { strings } from '../../strings/catalog.ts';
import { formatCount } from '../../strings/count.ts';
import { DestructiveMark } from '../../ui/destructive-mark.tsx';
import { reasonName } from '../../ui/mode-labels.ts';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { SideEffectsMark } from '../../ui/side-effects-mark.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { CatalogRow } from './catalog-rows.ts';
import type { ColumnId, ColumnWidths } from './catalog-store.ts';
import styles from './catalog-table.module.css';

/** A column of the table. */
export interface Column {
  readonly id: ColumnId;
  readonly title: string;
  /** Width of the column in pixels; the name takes what is left. */
  readonly width: number | undefined;
  readonly cell: (row: CatalogRow) => React.ReactNode;
}

const described: readonly Column[] = [
  {
    id: 'name',
    title: strings.catalogColumns.name,
    width: undefined,
    cell: ({ tool }) => <NameCell name={tool.name} />,
  },
  {
    id: 'namespace',
    title: strings.catalogColumns.namespace,
    width: 92,
    cell: ({ tool }) => <Text text={tool.namespace} />,
  },
  {
    id: 'mode',
    title: strings.catalogColumns.mode,
    width: 54,
    cell: ({ tool }) => <ModeMark mode={tool.mode} />,
  },
  {
    id: 'effects',
    title: strings.catalogColumns.effects,
    width: 64,
    cell: ({ tool }) => (
      <>
        <SideEffectsMark sideEffects={tool.side_effects} />
        {tool.is_destructive && <DestructiveMark />}
      </>
    ),
  },
  {
    id: 'tokens',
    title: strings.catalogColumns.tokens,
    width: 130,
    cell: ({ tokens }) => <span className="mono">{tokens === null ? '…' : formatCount(tokens)}</span>,
  },
  {
    id: 'source',
    title: strings.catalogColumns.source,
    width: 74,
    cell: ({ tool }) => <Text text={tool.source} />,
  },
  {
    id: 'problems',
    title: strings.catalogColumns.problems,
    width: 76,
    cell: (row) => <ProblemsCell row={row} />,
  },
  {
    id: 'reason',
    title: strings.catalogColumns.modeDecided,
    width: 114,
    cell: ({ tool }) => (
      <VisibleText as="span" title={tool.mode_reason.detail} text={reasonName(tool.mode_reason, tool.source)} />
    ),
  },
];

const firstWidths = new Map(described.map(({ id, width }) => [id, width]));

/** The minimum width of the column that takes the rest: the name, or the last column when the name has a width of its own. */
const least = { name: 200, last: 60 };

/**
 * Widths of the shown columns in pixels, and what the table needs for all of them. One column has none and takes what is left: the
 * name, and the last one when the user gave the name a width.
 */
export function layoutOf(
  shown: readonly ColumnId[],
  given: ColumnWidths,
): { readonly widths: readonly (number | undefined)[]; readonly least: number } {
  const isNameFree = given.name === undefined || shown.length < 2;
  const free = isNameFree ? 0 : shown.length - 1;
  const widths = shown.map((id, at) => (at === free ? undefined : (given[id] ?? firstWidths.get(id))));
  const needed = isNameFree ? least.name : (given[shown[free] ?? 'name'] ?? least.last);
  return { widths, least: widths.reduce((sum: number, width) => sum + (width ?? needed), 0) };
}

/** The columns that are not hidden, in their order. */
export function shownColumns(hidden: readonly ColumnId[]): readonly Column[] {
  return described.filter(({ id }) => !hidden.includes(id));
}

/** Every column with its title, for the head and the menu that chooses them: that of tokens names who counted. */
export function columnTitles(estimator: Estimator): readonly { readonly id: ColumnId; readonly title: string }[] {
  return described.map(({ id, title }) => ({ id, title: id === 'tokens' ? `${title} (${estimator})` : title }));
}

function NameCell({ name }: { name: string }) {
  const dot = Math.max(name.indexOf('.'), 0);
  return (
    <span className="one-line mono" title={name}>
      <VisibleText as="span" className="dim" text={name.slice(0, dot)} />
      <VisibleText text={name.slice(dot)} />
    </span>
  );
}

function Text({ text }: { text: string | null }) {
  return text === null ? <span className="dim">–</span> : <VisibleText text={text} />;
}

function ProblemsCell({ row: { errors, warnings } }: { row: CatalogRow }) {
  if (errors + warnings === 0) return null;
  const words = [
    errors > 0 ? strings.catalogColumns.errors(errors) : '',
    warnings > 0 ? strings.catalogColumns.warnings(warnings) : '',
  ];
  const text = words.filter(Boolean).join(', ');
  return (
    <span className={`${styles.problems} mono`} title={text}>
      <span className="visually-hidden">{text}</span>
      {errors > 0 && (
        <span aria-hidden className="is-error">
          ✕{errors}
        </span>
      )}
      {warnings > 0 && (
        <span aria-hidden className="is-warning">
          ▲{warnings}
        </span>
      )}
    </span>
  );
}
