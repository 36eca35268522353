import { Tabs } from '@mantine/core';
import { useGonePersona } from '../../platform/active-persona.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { NoTools } from '../server-review/no-tools.tsx';
import { useCompare } from './compare-store.ts';
import { ConfusablePanel } from './confusable-panel.tsx';
import { EnginesPanel } from './engines-panel.tsx';

/** The same query through several engines, and the tools that queries cannot tell apart. */
export function ComparePage() {
  const tab = useCompare((state) => state.tab);
  const set = useCompare((state) => state.set);
  const gone = useGonePersona();
  const hasTools = useWorkspace()?.tools !== 0;
  return (
    <>
      <h1 className="visually-hidden">Compare engines</h1>
      {gone !== null ? (
        <PersonaGone name={gone} />
      ) : !hasTools ? (
        <NoTools />
      ) : (
        <Tabs
          value={tab}
          onChange={(value) => set({ tab: value === 'confusable' ? 'confusable' : 'engines' })}
          keepMounted={false}
          classNames={{ root: 'column', list: 'tab-list', tab: 'tab', panel: 'rest' }}
        >
          <Tabs.List aria-label="What to compare">
            <Tabs.Tab value="engines">Engines side by side</Tabs.Tab>
            <Tabs.Tab value="confusable">Confusable tools</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="engines">
            <EnginesPanel />
          </Tabs.Panel>
          <Tabs.Panel value="confusable">
            <ConfusablePanel />
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  );
}
