import { Button, SegmentedControl, TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useMemo, useState } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import { namespaceOf } from '#shared/domain/tool.ts';
import { allowedNames, type Persona, type ToolPolicy } from '#shared/domain/tool-policy.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useActivePersona } from '../../platform/active-persona.ts';
import { inOrder } from '../../platform/screen-acts.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/settings.ts';
import { fill } from '../../ui/fill.tsx';
import { FindingList } from '../../ui/finding-list.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import accessStyles from './access.module.css';
import { personaFindings, policyFindings } from './access-findings.ts';
import { addPersona } from './persona-acts.ts';
import { PersonaForm } from './persona-form.tsx';
import { SettingRowView } from './setting-row.tsx';
import { settingRows } from './setting-rows.ts';
import styles from './settings.module.css';
import { useSettings } from './settings-context.ts';
import { setSelectedPersona, useSettingsView } from './settings-view.ts';

/** Names shown at most; a filter finds the others. */
const shownNames = 300;

/** The tools that may be seen, or those that may not, by name. For the developer's eyes: no model reads this. */
function SeenTools({ tools, seen }: { tools: readonly ToolSummary[]; seen: ReadonlySet<string> }) {
  const [which, setWhich] = useState<'seen' | 'hidden'>('seen');
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const listed = tools.filter(
    ({ name }) => seen.has(name) === (which === 'seen') && name.toLowerCase().includes(wanted),
  );
  return (
    <section className="grid gap-8" aria-label={strings.accessTab.tools}>
      <div className="button-row">
        <SegmentedControl
          aria-label={strings.accessTab.whichTools}
          data={[
            { value: 'seen', label: strings.accessTab.maySee(formatCount(seen.size)) },
            { value: 'hidden', label: strings.accessTab.mayNotSee(formatCount(tools.length - seen.size)) },
          ]}
          value={which}
          onChange={(value) => setWhich(value === 'hidden' ? 'hidden' : 'seen')}
        />
        <TextInput
          aria-label={strings.accessTab.filterTheseTools}
          placeholder={strings.accessTab.filterName}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      </div>
      <ul className={`${accessStyles.names} plain-list`} data-testid="seen-tools">
        {listed.slice(0, shownNames).map(({ name }) => (
          <li key={name}>
            <ToolName name={name} />
          </li>
        ))}
      </ul>
      {listed.length > shownNames && (
        <div className="dim">{strings.accessTab.andMoreToolsFilter(listed.length - shownNames)}</div>
      )}
      {listed.length === 0 && <div className="dim">{strings.accessTab.none}</div>}
    </section>
  );
}

/** Who may see what: the policy of the workspace, and the personas under it. */
export function AccessTab({ summary, tools }: { summary: WorkspaceSummary; tools: readonly ToolSummary[] }) {
  const { state, workspace } = useSettings();
  const { config } = summary;
  const access = useMemo(() => accessOf(tools, config), [tools, config]);
  const asked = useSettingsView((view) => view.persona);
  const renaming = useSettingsView((view) => view.renaming);
  const personaNamed = (name: string | null) => access.find(({ persona }) => (persona?.name ?? null) === name);
  const chosen = personaNamed(asked) ?? personaNamed(otherName(asked, renaming)) ?? access[0];
  const selected = chosen.persona?.name ?? null;
  const active = useActivePersona()?.name ?? null;
  const globs = useMemo(() => {
    const namespaces = new Set(tools.flatMap(({ name }) => namespaceOf(name) ?? []));
    return [...[...namespaces].map((namespace) => `${namespace}.*`), ...tools.map(({ name }) => name)];
  }, [tools]);
  const findings = useMemo(
    () =>
      chosen.persona
        ? personaFindings(chosen.persona, { tools, seen: chosen.seen })
        : policyFindings(config.policy, { tools, seen: chosen.seen }),
    [chosen, tools, config],
  );
  const policyRows = useMemo(
    () => settingRows(state, { query: '', writtenOnly: false }).filter(({ setting }) => setting.section === 'policy'),
    [state],
  );
  return (
    <div className="flex rest">
      <nav className={accessStyles.personas} aria-label={strings.accessTab.policyPersonas} onKeyDown={moveInList}>
        {access.map((one) => (
          <PersonaButton
            key={one.persona?.name ?? ''}
            access={one}
            all={tools.length}
            isCurrent={one === chosen}
            isActive={one.persona !== null && one.persona.name === active}
          />
        ))}
        <Button className="above-8" onClick={() => inOrder(addPersona)}>
          {strings.accessTab.addPersona}
        </Button>
      </nav>
      <div className={styles.list} data-testid="access" data-persona={selected ?? ''}>
        <div className={accessStyles.accessBody}>
          {findings.length > 0 && <FindingList findings={findings} label={strings.accessTab.findings} />}
          {chosen.persona ? (
            <PersonaForm
              // By its place: the form of a persona that is renamed stays, with the cursor in it.
              key={access.indexOf(chosen)}
              workspace={workspace}
              persona={chosen.persona}
              others={config.personas.map(({ name }) => name).filter((name) => name !== selected)}
              globs={globs}
              isActive={selected === active}
            />
          ) : (
            <div>
              {policyRows.map((row) => (
                <SettingRowView key={row.setting.path} row={row} />
              ))}
            </div>
          )}
          <SeenTools tools={tools} seen={chosen.seen} />
        </div>
      </div>
    </div>
  );
}

/** The other of the two names that a persona has while it is renamed. */
function otherName(name: string | null, renaming: { from: string; to: string } | null): string | null {
  if (renaming === null) return null;
  if (name === renaming.from) return renaming.to;
  return name === renaming.to ? renaming.from : null;
}

function PersonaButton({
  access: { persona, seen },
  all,
  isCurrent,
  isActive,
}: {
  access: Access;
  all: number;
  isCurrent: boolean;
  isActive: boolean;
}) {
  return (
    <UnstyledButton
      className={accessStyles.personaButton}
      aria-current={isCurrent}
      data-testid="access-row"
      onClick={() => setSelectedPersona(persona?.name ?? null)}
    >
      <span className={accessStyles.personaTitle}>
        {persona ? <VisibleText text={persona.name} lines={false} /> : strings.accessTab.policyEveryone}
        {isActive && <span className="dim"> · {strings.accessTab.selected}</span>}
      </span>
      <span className="dim">
        {fill(strings.accessTab.sees, {
          seen: <span className="mono">{formatCount(seen.size)}</span>,
          all: <span className="mono">{formatCount(all)}</span>,
        })}
      </span>
    </UnstyledButton>
  );
}

/** The arrows move between the rows, and choose. */
function moveInList(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (next.dataset.testid === 'access-row') next.click();
}

/** Who is chosen on the tab: the policy, which holds for everybody, or a persona. */
interface Access {
  /** Name of the persona; null for the policy. */
  readonly persona: Persona | null;
  /** Names of the tools that may be seen. */
  readonly seen: ReadonlySet<string>;
}

/** What the policy, and then each persona under it, may see. */
function accessOf(
  tools: readonly ToolSummary[],
  { policy, personas }: { policy: ToolPolicy; personas: readonly Persona[] },
): readonly [Access, ...Access[]] {
  const permitted = allowedNames(tools, { policies: [policy], persona: null });
  const left = tools.filter(({ name }) => permitted.has(name));
  return [
    { persona: null, seen: permitted },
    ...personas.map((persona) => ({ persona, seen: allowedNames(left, { policies: [], persona }) })),
  ];
}
