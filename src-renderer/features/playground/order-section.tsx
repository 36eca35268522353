import type { OrderKeys } from '#shared/domain/search-result.ts';
import { strings } from '../../strings/playground-scores.ts';
import { cutText } from '../../ui/cut-text.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './details.module.css';
import { decidingKey, orderKeyRows } from './order-keys.ts';

/** Every key of the order, first to last, and which of them put this result before the next. */
export function OrderSection({ order, next }: { order: OrderKeys; next: OrderKeys | undefined }) {
  const decides = next ? decidingKey(order, next) : null;
  return (
    <table className={`plain-table ${styles.table}`} data-testid="order-keys">
      <tbody>
        {orderKeyRows(order).map(({ key, label, value, rule }, index) => (
          <tr
            key={key}
            className={key === decides ? styles.decides : undefined}
            title={key === decides ? strings.orderSection.firstKeyDiffersFrom(rule) : rule}
          >
            <td className="mono dim">{index + 1}</td>
            <th scope="row">{label}</th>
            <VisibleText as="td" className="wraps mono" text={cutText(value, 300)} lines={false} />
            <td className="dim">{key === decides ? strings.orderSection.decides : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
