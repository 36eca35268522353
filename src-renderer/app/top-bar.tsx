import { SegmentedControl, Select, Tooltip, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useActivePersona, useGonePersona, useSetPersona } from '../platform/active-persona.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { usePreferences } from '../state/preferences-store.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { ColorSchemeMenu } from './color-scheme-menu.tsx';
import { ShortcutKeys } from './commands/shortcut-keys.tsx';
import { HelpButton } from './help/help-button.tsx';
import { palette } from './palette/palette-store.ts';
import styles from './shell.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

const nobody = '';

/** Workspace, palette, and the two choices that change what every view shows: persona and estimator. */
export function TopBar() {
  return (
    <header className={styles.top}>
      <div className="flex narrow">
        <WorkspaceMenu />
      </div>
      <UnstyledButton className={styles.paletteButton} onClick={palette.open} data-testid="open-palette">
        <IconSearch size={14} aria-hidden />
        <span className={styles.paletteText}>Search tools and commands…</span>
        <ShortcutKeys shortcut="mod+k" />
      </UnstyledButton>
      <div className={styles.topRight}>
        <PersonaSelect />
        <EstimatorSwitch />
        <ColorSchemeMenu />
        <HelpButton />
      </div>
    </header>
  );
}

function PersonaSelect() {
  const personas = useWorkspace()?.config.personas ?? [];
  const active = useActivePersona();
  const gone = useGonePersona();
  const setPersona = useSetPersona();
  return (
    <Tooltip label="Whom the agent acts for: decides which tools may be seen. Personas are in pegboard.yaml.">
      <Select
        aria-label="Persona"
        className={styles.persona}
        data={[
          { value: nobody, label: 'No persona' },
          ...personas.map(({ name }) => ({ value: name, label: visibleString(name) })),
          ...(gone === null ? [] : [{ value: gone, label: `${visibleString(gone)} (gone)`, disabled: true }]),
        ]}
        value={active?.name ?? gone ?? nobody}
        error={gone !== null}
        onChange={(name) => setPersona(name === nobody ? null : name)}
        checkIconPosition="right"
      />
    </Tooltip>
  );
}

function EstimatorSwitch() {
  const { estimator, setEstimator } = usePreferences();
  return (
    <Tooltip
      // Beside the switch: below it lie the figures that it changes.
      position="left"
      multiline
      maw={460}
      label="How tokens are counted, on every screen. estimate: code points ÷ 4. o200k: a real tokenizer."
    >
      <SegmentedControl
        aria-label="Token estimator"
        data={[
          { value: 'estimate', label: 'estimate' },
          { value: 'o200k', label: 'o200k' },
        ]}
        value={estimator}
        onChange={(value) => setEstimator(value === 'o200k' ? 'o200k' : 'estimate')}
      />
    </Tooltip>
  );
}
