import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useClient } from '../platform/client.ts';
import { toPegboardError } from '../platform/pegboard-error.ts';
import { formatCount } from '../ui/format-number.ts';
import { visibleString } from '../ui/hidden-characters.ts';

const noticeId = 'index-rebuild';

/** Rebuilds the index from nothing and shows how far it is. */
export function useRebuildIndex(): () => Promise<void> {
  const client = useClient();
  return useCallback(async () => {
    notifications.show({
      id: noticeId,
      title: 'Rebuilding the index',
      message: 'Starting…',
      loading: true,
      autoClose: false,
    });
    try {
      for await (const event of await client.catalog.syncIndex({ rebuild: true })) {
        const done = event.type === 'done';
        notifications.update({
          id: noticeId,
          title: done ? 'Index rebuilt' : 'Rebuilding the index',
          message: done
            ? `${formatCount(event.status.tools)} tools are searchable.`
            : `${event.phase === 'hash' ? 'Reading' : 'Writing'} ${formatCount(event.done)} of ${formatCount(event.total)} tools`,
          loading: !done,
          autoClose: done ? 4000 : false,
        });
      }
    } catch (error) {
      const { message, hint } = toPegboardError(error);
      notifications.update({
        id: noticeId,
        color: 'red',
        title: 'The index was not rebuilt',
        message: visibleString(hint === undefined ? message : `${message} ${hint}`),
        loading: false,
        autoClose: false,
      });
    }
  }, [client]);
}
