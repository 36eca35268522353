import { Modal, Tabs } from '@mantine/core';
import { useEffect } from 'react';
import { useImportDialog } from '../import/import-store.ts';
import styles from './add-source.module.css';
import { type AddWay, addWays, useAddSource } from './add-source-store.ts';
import { AddressForm } from './address-form.tsx';
import { CommandForm } from './command-form.tsx';
import { DiscoveredServers } from './discovered-servers.tsx';
import { PasteForm } from './paste-form.tsx';

const titles: Readonly<Record<AddWay, string>> = {
  found: 'Found on this computer',
  paste: 'Paste or file',
  command: 'Command',
  address: 'Address',
};

/** Every way to a new source. Nothing is started before the user has seen what would run. */
export function AddSourceDialog() {
  const { opened, way, config, close, goTo } = useAddSource();
  // Files that are dropped now have a dialog of their own.
  const isImporting = useImportDialog((state) => state.opened);
  useEffect(() => {
    if (isImporting) close();
  }, [isImporting, close]);
  return (
    <Modal opened={opened} onClose={close} title="Add a source" size={800} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Tabs value={way} onChange={(value) => goTo(addWays.find((one) => one === value) ?? 'found')} keepMounted={false}>
        <Tabs.List>
          {addWays.map((one) => (
            <Tabs.Tab key={one} value={one} data-autofocus={(one === way && way === 'found') || undefined}>
              {one === 'found' && config !== null ? 'From the configuration' : titles[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="found" className={styles.panel}>
          <DiscoveredServers />
        </Tabs.Panel>
        <Tabs.Panel value="paste" className={styles.panel}>
          <PasteForm />
        </Tabs.Panel>
        <Tabs.Panel value="command" className={styles.panel}>
          <CommandForm />
        </Tabs.Panel>
        <Tabs.Panel value="address" className={styles.panel}>
          <AddressForm />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
