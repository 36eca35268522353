import { notifications } from '@mantine/notifications';
import { thisWindow } from '../../platform/this-window.ts';
import { tellError } from '../../platform/undo-change.ts';
import { copyText } from '../../ui/copy-text.ts';
import { formatPlural } from '../../ui/format-number.ts';
import { toolsJson } from './tool-json.ts';

/** Puts tools on the clipboard as JSON that can be imported again, and says whether that worked. */
export async function copyTools(names: readonly string[]): Promise<void> {
  try {
    const tools = await thisWindow().client.catalog.getMany({ names: [...names] });
    const isCopied = await copyText(toolsJson(tools));
    notifications.show({
      message: isCopied
        ? `Copied ${formatPlural(tools.length, 'tool')} as JSON.`
        : 'The system did not let Pegboard write to the clipboard.',
      color: isCopied ? 'green' : 'red',
    });
  } catch (error) {
    tellError(error, 'Nothing was copied');
  }
}
