import { Button, Menu } from '@mantine/core';
import { IconCoins, IconFileExport, IconPlugConnected, IconRuler2, IconSend, IconTransfer } from '@tabler/icons-react';
import { showConnect } from '../features/gateway/gateway-model.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { strings } from '../strings/app.ts';
import { placeOf } from './routes.ts';

const goTo = (screen: string) => useNavigation.getState().goTo(screen);

const actions = [
  {
    title: strings.shipMenu.connectAgent,
    icon: IconPlugConnected,
    run: () => {
      goTo('gateway');
      showConnect();
    },
  },
  { title: strings.shipMenu.exportPacksCatalog, icon: IconFileExport, run: () => goTo('export') },
  { title: strings.shipMenu.seeProviderRequests, icon: IconTransfer, run: () => goTo('requests') },
  { title: strings.shipMenu.checkHostLimits, icon: IconRuler2, run: () => goTo('hosts') },
  { title: strings.shipMenu.calculateCosts, icon: IconCoins, run: () => goTo('costs') },
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
          {strings.shipMenu.ship}
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
