import { Button, Menu } from '@mantine/core';
import { IconCoins, IconFileExport, IconPlugConnected, IconRuler2, IconSend, IconTransfer } from '@tabler/icons-react';
import { useCosts } from '../features/costs/costs-store.ts';
import { showConnect } from '../features/gateway/gateway-model.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { placeOf } from './routes.ts';

const goTo = (screen: string) => useNavigation.getState().goTo(screen);

function goToCosts(tab: 'economics' | 'requests' | 'hosts'): void {
  useCosts.setState({ tab });
  goTo('costs');
}

const actions = [
  {
    title: 'Connect an agent…',
    icon: IconPlugConnected,
    run: () => {
      goTo('gateway');
      showConnect();
    },
  },
  { title: 'Export packs and catalog…', icon: IconFileExport, run: () => goTo('export') },
  { title: 'See provider requests', icon: IconTransfer, run: () => goToCosts('requests') },
  { title: 'Check host limits', icon: IconRuler2, run: () => goToCosts('hosts') },
  { title: 'Work out costs', icon: IconCoins, run: () => goToCosts('economics') },
];

/** Every way from the workspace to an agent that works. */
export function ShipMenu() {
  const hasWorkspace = useWorkspace() !== null;
  const isHere = useNavigation((state) => placeOf(state.feature).id === 'ship');
  if (!hasWorkspace) return null;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="filled" leftSection={<IconSend size={15} />} aria-current={isHere ? 'page' : undefined}>
          Ship
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ title, icon: Icon, run }) => (
          <Menu.Item key={title} leftSection={<Icon size={16} />} onClick={run}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
