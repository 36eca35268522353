import { Modal, Tabs } from '@mantine/core';
import { useEffect } from 'react';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { type AddWay, addWays, useAddSource } from '../../state/add-source-store.ts';
import { ImportForm } from '../import/import-form.tsx';
import { forgetImport } from '../import/import-store.ts';
import { useShownReview } from '../server-review/review-store.ts';
import styles from './add-source.module.css';
import { DraftForm } from './draft-form.tsx';
import { FoundConfigs } from './found-configs.tsx';

const titles: Readonly<Record<AddWay, string>> = {
  paste: 'Paste or file',
  found: 'Found on this computer',
  command: 'Command',
  address: 'Address',
};

/** Every way to a new source. Nothing is started before the user has seen what would run. */
export function AddSourceDialog() {
  const { opened, way, close, goTo } = useAddSource();
  const isReviewing = useShownReview(useWorkspace()?.path) !== undefined;
  useEffect(() => {
    if (!opened) forgetImport();
  }, [opened]);
  return (
    <Modal
      // The sheet of servers lies over it; tools that wait for their import are still here afterwards.
      opened={opened && !isReviewing}
      onClose={close}
      title="Add a source"
      size={800}
    >
      <Tabs value={way} onChange={(value) => goTo(addWays.find((one) => one === value) ?? 'paste')} keepMounted={false}>
        <Tabs.List>
          {addWays.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {titles[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="paste" className={styles.panel}>
          <ImportForm />
        </Tabs.Panel>
        <Tabs.Panel value="found" className={styles.panel}>
          <FoundConfigs />
        </Tabs.Panel>
        <Tabs.Panel value="command" className={styles.panel}>
          <DraftForm way="command" />
        </Tabs.Panel>
        <Tabs.Panel value="address" className={styles.panel}>
          <DraftForm way="address" />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
