import { Modal, Table } from '@mantine/core';
import type { Command } from '../state/command.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { ShortcutKeys } from './commands/shortcut-keys.tsx';
import { routeOf } from './routes.ts';

/** The shortcuts that work on the current screen, from the same list that makes them work. */
export function ShortcutsDialog({ commands }: { commands: readonly Command[] }) {
  const { dialog, feature, closeDialog } = useNavigation();
  const opened = dialog === 'shortcuts';
  const available = opened ? commands.filter(({ shortcut, when }) => shortcut && (when?.() ?? true)) : [];
  const groups = Object.entries(Object.groupBy(available, ({ group }) => group));
  return (
    <Modal
      opened={opened}
      onClose={closeDialog}
      title={`Shortcuts in ${routeOf(feature).title}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Table verticalSpacing={4}>
        {groups.map(([group, members = []]) => (
          <Table.Tbody key={group}>
            <Table.Tr>
              <Table.Th colSpan={2} scope="rowgroup">
                {group}
              </Table.Th>
            </Table.Tr>
            {members.map(({ id, title, shortcut = '' }) => (
              <Table.Tr key={id}>
                <Table.Td>{title}</Table.Td>
                <Table.Td ta="right">
                  <ShortcutKeys shortcut={shortcut} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </Modal>
  );
}
