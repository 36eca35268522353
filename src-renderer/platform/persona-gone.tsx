import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { EmptyPage } from '../ui/empty-page.tsx';
import { visibleString } from '../ui/hidden-characters.ts';
import { useSetPersona } from './active-persona.ts';
import { useWorkspace } from './workspace-query.ts';

/** Personas that are a click away; all of them are at the top right. */
const offeredPersonas = 4;

/** The persona that searches ran as is no longer configured. Going on without it would show every tool. */
export function PersonaGone({ name }: { name: string }) {
  const personas = useWorkspace()?.config.personas ?? [];
  const setPersona = useSetPersona();
  return (
    <div style={{ height: '100%', overflow: 'auto' }} data-testid="persona-gone">
      <EmptyPage
        icon={<IconUserOff size={28} />}
        title={`Persona ${visibleString(name)} is gone from pegboard.yaml`}
        actions={
          <>
            {personas.slice(0, offeredPersonas).map((persona) => (
              <Button key={persona.name} onClick={() => setPersona(persona.name)}>
                Search as {visibleString(persona.name)}
              </Button>
            ))}
            <Button onClick={() => setPersona(null)}>Search without a persona</Button>
          </>
        }
      >
        Nothing is searched until you choose another one, or none: without it, every tool would be seen.
      </EmptyPage>
    </div>
  );
}
