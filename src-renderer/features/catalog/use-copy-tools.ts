import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { copyText } from '../../ui/copy-text.ts';
import { formatPlural } from '../../ui/format-number.ts';
import { toolsJson } from './tool-json.ts';

/** Puts tools on the clipboard as JSON that can be imported again, and says whether that worked. */
export function useCopyTools(): (names: readonly string[]) => Promise<void> {
  const client = useClient();
  return useCallback(
    async (names) => {
      try {
        const tools = await client.catalog.getMany({ names: [...names] });
        const isCopied = await copyText(toolsJson(tools));
        notifications.show({
          message: isCopied
            ? `Copied ${formatPlural(tools.length, 'tool')} as JSON.`
            : 'The system did not let Pegboard write to the clipboard.',
          color: isCopied ? 'green' : 'red',
        });
      } catch (error) {
        notifications.show({ message: toPegboardError(error).message, color: 'red' });
      }
    },
    [client],
  );
}
