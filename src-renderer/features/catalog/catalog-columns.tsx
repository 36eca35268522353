import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table';
import type { Estimator } from '../../state/preferences-store.ts';
import { formatCount, formatPlural } from '../../ui/format-number.ts';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { SideEffectsMark } from '../../ui/side-effects-mark.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { CatalogRow } from './catalog-rows.ts';
import type { ColumnId } from './catalog-store.ts';
import styles from './catalog-table.module.css';

export const features = tableFeatures({ columnVisibilityFeature });

const helper = createColumnHelper<typeof features, CatalogRow>();

interface Described {
  readonly id: ColumnId;
  readonly title: string;
  /** Width of the column in pixels; the name takes what is left. */
  readonly width: number | undefined;
  readonly cell: (row: CatalogRow) => React.ReactNode;
}

const described: readonly Described[] = [
  {
    id: 'name',
    title: 'Name',
    width: undefined,
    cell: ({ tool }) => <NameCell name={tool.name} />,
  },
  {
    id: 'namespace',
    title: 'Namespace',
    width: 92,
    cell: ({ tool }) => <Text text={tool.namespace} />,
  },
  {
    id: 'mode',
    title: 'Mode',
    width: 54,
    cell: ({ tool }) => <ModeMark mode={tool.mode} />,
  },
  {
    id: 'effects',
    title: 'Effects',
    width: 64,
    cell: ({ tool }) => <SideEffectsMark sideEffects={tool.side_effects} />,
  },
  {
    id: 'tokens',
    title: 'Tokens',
    width: 134,
    cell: ({ tokens }) => <span className="mono">{tokens === null ? '…' : formatCount(tokens)}</span>,
  },
  {
    id: 'source',
    title: 'Source',
    width: 74,
    cell: ({ tool }) => <Text text={tool.source} />,
  },
  {
    id: 'problems',
    title: 'Problems',
    width: 80,
    cell: (row) => <ProblemsCell row={row} />,
  },
  {
    id: 'reason',
    title: 'Why this mode',
    width: 260,
    cell: ({ tool }) => <VisibleText as="span" title={tool.mode_reason.detail} text={tool.mode_reason.detail} />,
  },
];

export const columnWidths = new Map(described.map(({ id, width }) => [id, width]));

/** Every column with its title, for the head and the menu that chooses them: that of tokens names who counted. */
export function columnTitles(estimator: Estimator): readonly { readonly id: ColumnId; readonly title: string }[] {
  return described.map(({ id, title }) => ({ id, title: id === 'tokens' ? `${title} (${estimator})` : title }));
}

export const columns = helper.columns(
  described.map(({ id, title, cell }) =>
    helper.display({ id, header: title, enableHiding: id !== 'name', cell: (context) => cell(context.row.original) }),
  ),
);

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
    errors > 0 ? formatPlural(errors, 'error') : '',
    warnings > 0 ? formatPlural(warnings, 'warning') : '',
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
