import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useNavigation } from '../../state/navigation-store.ts';
import { ShortcutKeys } from '../commands/shortcut-keys.tsx';
import { useHasNews } from './seen-news.ts';

/** Opens the help; a dot says that an update brought something new. */
export function HelpButton() {
  const openDialog = useNavigation((state) => state.openDialog);
  const hasNews = useHasNews();
  return (
    <Tooltip
      label={
        <>
          {hasNews ? 'Help: there is something new' : 'Help'} <ShortcutKeys shortcut="?" />
        </>
      }
    >
      <Indicator disabled={!hasNews} size={8}>
        <ActionIcon aria-label={hasNews ? 'Help, with news' : 'Help'} onClick={() => openDialog('help')}>
          <IconHelp size={18} stroke={1.6} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
