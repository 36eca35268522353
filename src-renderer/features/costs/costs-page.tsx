import type { ReactNode } from 'react';
import { useGonePersona } from '../../platform/active-persona.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/costs.ts';
import { NoTools } from '../server-review/no-tools.tsx';
import { BudgetsPanel } from './budgets-panel.tsx';
import { EconomicsPanel } from './economics-panel.tsx';
import { RequestsPanel } from './requests-panel.tsx';

/** What the tools cost over a month. */
export function CostsPage() {
  return (
    <WithTools title={strings.costsPage.costs}>
      <EconomicsPanel />
    </WithTools>
  );
}

/** The tools in a request to a provider. */
export function RequestsPage() {
  return (
    <WithTools title={strings.costsPage.requests}>
      <RequestsPanel />
    </WithTools>
  );
}

/** The tools and skills in the hosts that cut them. */
export function HostsPage() {
  return (
    <WithTools title={strings.costsPage.hostBudgets}>
      <BudgetsPanel />
    </WithTools>
  );
}

function WithTools({ title, children }: { title: string; children: ReactNode }) {
  const gone = useGonePersona();
  const hasTools = useWorkspace()?.tools !== 0;
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      {gone !== null ? <PersonaGone name={gone} /> : hasTools ? children : <NoTools />}
    </>
  );
}
