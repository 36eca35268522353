import type { OverlaidField } from '#shared/domain/tool-detail.ts';
import { strings } from '../../strings/catalog.ts';
import { HostileText } from '../../ui/hostile-text.tsx';
import { readableJson } from '../../ui/json-block.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import styles from './tool-detail.module.css';

/** The source beside the overlay, field by field. */
export function OverlayTable({ fields }: { fields: readonly OverlaidField[] }) {
  return (
    <table className={`${styles.overlay} plain-table`} data-testid="tool-overlay">
      <TableHead columns={[strings.overlayTable.field, strings.overlayTable.source, strings.overlayTable.overlay]} />
      <tbody>
        {fields.map(({ field, upstream, overlaid }) => (
          <tr key={field}>
            <th scope="row">{field.replaceAll('_', ' ')}</th>
            <td>
              <Value value={upstream} />
            </td>
            <td>
              <Value value={overlaid} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return <span className="dim">–</span>;
  }
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return <HostileText text={isList ? value.join(', ') : readableJson(value)} limit={600} />;
}
