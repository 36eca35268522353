import { useGonePersona } from '../../platform/active-persona.ts';
import { PersonaGone } from '../../platform/persona-gone.tsx';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { strings } from '../../strings/compare.ts';
import { NoTools } from '../server-review/no-tools.tsx';
import { EnginesPanel } from './engines-panel.tsx';

/** The same query through several engines. */
export function ComparePage() {
  const gone = useGonePersona();
  const hasTools = useWorkspace()?.tools !== 0;
  return (
    <>
      <h1 className="visually-hidden">{strings.comparePage.compareEngines}</h1>
      {gone !== null ? <PersonaGone name={gone} /> : hasTools ? <EnginesPanel /> : <NoTools />}
    </>
  );
}
