import { notifications } from '@mantine/notifications';
import { thisWindow } from '../../platform/this-window.ts';
import { tellError } from '../../platform/undo-change.ts';
import { strings } from '../../strings/catalog.ts';
import { copyText } from '../../ui/copy-text.ts';
import { toolsJson } from './tool-json.ts';

/** Puts tools on the clipboard as JSON that can be imported again, and says whether that worked. */
export async function copyTools(names: readonly string[]): Promise<void> {
  try {
    const tools = await thisWindow().client.catalog.getMany({ names: [...names] });
    const isCopied = await copyText(toolsJson(tools));
    notifications.show({
      message: isCopied ? strings.copyTools.copiedToolsJson(tools.length) : strings.copyTools.systemDidNotAllow,
      color: isCopied ? 'green' : 'red',
    });
  } catch (error) {
    tellError(error, strings.copyTools.nothingWasCopied);
  }
}
