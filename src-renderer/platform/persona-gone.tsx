import { Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { strings } from '../strings/platform.ts';
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
        title={strings.personaGone.pegboardYamlNoLonger(visibleString(name))}
        actions={
          <>
            {personas.slice(0, offeredPersonas).map((persona) => (
              <Button key={persona.name} onClick={() => setPersona(persona.name)}>
                {strings.personaGone.search(visibleString(persona.name))}
              </Button>
            ))}
            <Button onClick={() => setPersona(null)}>{strings.personaGone.searchWithoutPersona}</Button>
          </>
        }
      >
        {strings.personaGone.searchIsPausedWithout}
      </EmptyPage>
    </div>
  );
}
