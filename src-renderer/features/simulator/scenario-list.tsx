import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { Fragment, useEffect, useRef } from 'react';
import { runFileKinds, type ScenarioFile } from '#shared/contract/planner.ts';
import { strings } from '../../strings/scenario.ts';
import { moveByArrows } from '../../ui/move-by-arrows.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './simulator.module.css';
import { askDuplicate, askNewScenario, changeView, removeShown } from './simulator-model.ts';
import { simulatorPlaces } from './simulator-places.ts';

/** The scenarios, tasks and worlds of the workspace. ↑ and ↓ move. */
export function ScenarioList({
  files,
  chosen,
  unsaved,
}: {
  files: readonly ScenarioFile[];
  chosen: ScenarioFile;
  /** Paths of those whose text is not saved. */
  unsaved: ReadonlySet<string>;
}) {
  return (
    <section className={styles.scenarios} aria-label={strings.scenarioList.scenarios}>
      <div className={styles.scenarioHead}>
        <h2>
          {files.every(({ kind }) => kind === 'scenario')
            ? strings.scenarioList.scenarios
            : strings.scenarioList.scenariosAndTasks}
        </h2>
        <span>
          <ActionIcon
            size={24}
            aria-label={strings.scenarioList.newScenario}
            title={strings.scenarioList.newScenarioN}
            onClick={askNewScenario}
          >
            <IconPlus size={15} />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={strings.scenarioList.duplicateScenario}
            title={strings.scenarioList.duplicateScenarioD}
            onClick={askDuplicate}
          >
            <IconCopy size={15} />
          </ActionIcon>
          <ActionIcon
            size={24}
            aria-label={strings.scenarioList.deleteScenario}
            title={strings.scenarioList.deleteScenarioDelete}
            disabled={chosen.hash === null}
            onClick={removeShown}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the buttons inside */}
      <div id={simulatorPlaces.scenarios} className={styles.scenarioItems} onKeyDown={moveByArrows} data-screen-focus>
        {runFileKinds.map((kind) => {
          const ofKind = files.filter((file) => file.kind === kind);
          if (ofKind.length === 0) return null;
          return (
            <Fragment key={kind}>
              {kind !== 'scenario' && <h3>{strings.scenarioList.kinds[kind]}</h3>}
              {ofKind.map((file) => (
                <Row
                  key={file.path}
                  file={file}
                  isChosen={file.path === chosen.path}
                  isUnsaved={unsaved.has(file.path)}
                />
              ))}
            </Fragment>
          );
        })}
      </div>
    </section>
  );
}

function Row({
  file: { path, name, description },
  isChosen,
  isUnsaved,
}: {
  file: ScenarioFile;
  isChosen: boolean;
  isUnsaved: boolean;
}) {
  const row = useRef<HTMLButtonElement>(null);
  // The list is long where a workspace has tasks: one that an address names may be out of sight.
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <UnstyledButton
      ref={row}
      className={styles.scenarioItem}
      aria-pressed={isChosen}
      tabIndex={isChosen ? 0 : -1}
      data-scenario={path}
      onClick={() => changeView({ path, at: 0 })}
    >
      <b>
        {isUnsaved && (
          <span className={styles.unsaved} role="img" aria-label={strings.scenarioList.notSaved}>
            ●
          </span>
        )}
        <VisibleText text={name ?? path} lines={false} />
      </b>
      <VisibleText as="span" className="dim" text={description ?? path} lines={false} />
    </UnstyledButton>
  );
}
