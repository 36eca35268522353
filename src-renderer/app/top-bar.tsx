import {
  ActionIcon,
  Indicator,
  Menu,
  SegmentedControl,
  Select,
  Tooltip,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { IconDeviceDesktop, IconHelp, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { useActivePersona, useGonePersona, useSetPersona } from '../platform/active-persona.ts';
import { useWorkspace } from '../platform/workspace-query.ts';
import { useNavigation } from '../state/navigation-store.ts';
import { usePreferences } from '../state/preferences-store.ts';
import { strings } from '../strings/app.ts';
import { visibleString } from '../ui/hidden-characters.ts';
import { ShortcutKeys } from './commands/shortcut-keys.tsx';
import { useHasNews } from './help/seen-news.ts';
import { palette } from './palette/palette-store.ts';
import styles from './shell.module.css';
import { ShipMenu } from './ship-menu.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

const nobody = '';

/** Workspace, palette, and the two choices that change what every view shows: persona and estimator. */
export function TopBar() {
  return (
    <header className={styles.top}>
      <div className="flex narrow">
        <WorkspaceMenu />
      </div>
      <UnstyledButton className={`${styles.paletteButton} row gap-8`} onClick={palette.open} data-testid="open-palette">
        <IconSearch size={14} aria-hidden />
        <span className={`${styles.paletteText} cut grows`}>{strings.topBar.searchToolsCommands}</span>
        <ShortcutKeys shortcut="mod+k" />
      </UnstyledButton>
      <div className={`${styles.topRight} row gap-8`}>
        <PersonaSelect />
        <EstimatorSwitch />
        <ColorSchemeMenu />
        <HelpButton />
        <ShipMenu />
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
    <Tooltip label={strings.topBar.personaThatAgentActs}>
      <Select
        aria-label={strings.topBar.persona}
        className={styles.persona}
        data={[
          { value: nobody, label: strings.topBar.noPersona },
          ...personas.map(({ name }) => ({ value: name, label: visibleString(name) })),
          ...(gone === null ? [] : [{ value: gone, label: strings.topBar.gone(visibleString(gone)), disabled: true }]),
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
      label={strings.topBar.howEveryScreenCounts}
    >
      <SegmentedControl
        aria-label={strings.topBar.tokenEstimator}
        data={[
          { value: 'estimate', label: strings.topBar.estimate },
          { value: 'o200k', label: 'o200k' },
        ]}
        value={estimator}
        onChange={(value) => setEstimator(value === 'o200k' ? 'o200k' : 'estimate')}
      />
    </Tooltip>
  );
}

/** Opens the help; a dot says that an update brought something new. */
function HelpButton() {
  const openDialog = useNavigation((state) => state.openDialog);
  const hasNews = useHasNews();
  return (
    <Tooltip
      label={
        <>
          {hasNews ? strings.topBar.helpNewEntries : strings.topBar.help} <ShortcutKeys shortcut="?" />
        </>
      }
    >
      <Indicator disabled={!hasNews} size={8}>
        <ActionIcon
          aria-label={hasNews ? strings.topBar.helpNews : strings.topBar.help}
          onClick={() => openDialog('help')}
        >
          <IconHelp size={18} stroke={1.6} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}

const schemes = [
  { value: 'light', label: strings.topBar.light, icon: IconSun },
  { value: 'dark', label: strings.topBar.dark, icon: IconMoon },
  { value: 'auto', label: strings.topBar.system, icon: IconDeviceDesktop },
] as const;

/** Light, dark, or as the system says. */
function ColorSchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = schemes.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={strings.topBar.colourScheme} title={strings.topBar.colourScheme}>
          <Current size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={15} />}
            onClick={() => setColorScheme(value)}
            aria-current={colorScheme === value}
          >
            {label}
            {colorScheme === value ? ' ✓' : ''}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
