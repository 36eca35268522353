import { Tabs } from '@mantine/core';
import { useGonePersona } from '../../platform/active-persona.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/costs.ts';
import { NoTools } from '../server-review/no-tools.tsx';
import { BudgetsPanel } from './budgets-panel.tsx';
import { type CostsTab, useCosts } from './costs-store.ts';
import { EconomicsPanel } from './economics-panel.tsx';
import { RequestsPanel } from './requests-panel.tsx';

const tabs: Readonly<Record<CostsTab, string>> = strings.costsPage.tabs;

/** What the tools cost: over a month, in a request to a provider, and in the hosts that cut them. */
export function CostsPage() {
  const tab = useCosts((state) => state.tab);
  const set = useCosts((state) => state.set);
  const gone = useGonePersona();
  const hasTools = useWorkspace()?.tools !== 0;
  return (
    <>
      <h1 className="visually-hidden">{strings.costsPage.costs}</h1>
      {gone !== null ? (
        <PersonaGone name={gone} />
      ) : !hasTools ? (
        <NoTools />
      ) : (
        <Tabs
          value={tab}
          onChange={(value) => value !== null && value in tabs && set({ tab: value as CostsTab })}
          keepMounted={false}
          classNames={{ root: 'column', list: 'tab-list', tab: 'tab', panel: 'rest' }}
        >
          <Tabs.List aria-label={strings.costsPage.costs}>
            {Object.entries(tabs).map(([value, title]) => (
              <Tabs.Tab key={value} value={value}>
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="economics">
            <EconomicsPanel />
          </Tabs.Panel>
          <Tabs.Panel value="requests">
            <RequestsPanel />
          </Tabs.Panel>
          <Tabs.Panel value="hosts">
            <BudgetsPanel />
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  );
}
