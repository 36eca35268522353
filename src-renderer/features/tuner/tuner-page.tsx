import { Button, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { MovePlan } from '#shared/domain/tuning/plan-move.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useCatalogList } from '../../platform/catalog-list.ts';
import { useToolTokens } from '../../platform/tool-tokens.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useUnsavedWork } from '../../state/unsaved-work.ts';
import { strings } from '../../strings/tuner.ts';
import { fill } from '../../ui/fill.tsx';
import { ScreenWaits } from '../../ui/screen-waits.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { NoTools } from '../server-review/no-tools.tsx';
import { moveOf, rowsOf } from './board-rules.ts';
import { BudgetDrop } from './budget/budget-drop.tsx';
import { BudgetPanel } from './budget/budget-panel.tsx';
import { moveWords } from './move-labels.ts';
import { PatternList } from './pattern-list.tsx';
import { PresetDialog } from './preset-dialog.tsx';
import { promptCost } from './prompt-cost.ts';
import { PromptFigures } from './prompt-figures.tsx';
import { ProposalDialog } from './proposal-dialog.tsx';
import type { Side } from './side-rows.ts';
import { ToolSide } from './tool-side.tsx';
import styles from './tuner.module.css';
import { changeView, moveChosen, moveTools, openDialog, useTuner, viewOf } from './tuner-model.ts';
import { focusTunerPlace, tunerPlaces } from './tuner-places.ts';
import { usePlacement, usePromptTokens } from './use-tuner.ts';

/** Always-loaded and deferred tools: patterns, both sides, and the tokens of the prompt (R19.11). */
export function TunerPage() {
  const workspace = useWorkspace();
  const { data: tools, error } = useCatalogList();
  return (
    <>
      <h1 className="visually-hidden">{strings.tunerPage.alwaysLoaded}</h1>
      {workspace && tools && tools.length > 0 ? (
        <Tuner workspace={workspace} tools={tools} />
      ) : tools && !error ? (
        <NoTools />
      ) : (
        <ScreenWaits error={error}>{strings.tunerPage.readingCatalog}</ScreenWaits>
      )}
    </>
  );
}

function Tuner({ workspace, tools }: { workspace: WorkspaceSummary; tools: readonly ToolSummary[] }) {
  const { path, config } = workspace;
  const view = useTuner((state) => viewOf(state, path));
  const dialog = useTuner((state) => state.dialog);
  const { filter, side, selections, turned } = view;
  const { rules, now, next, matches, warnings, draft } = usePlacement(workspace, tools);
  const prompt = usePromptTokens(workspace);
  const tokens = useToolTokens();
  const budget = config.tuning.prompt_budget;
  const rows = rowsOf({ next, tokens, filter, turned });
  const { chosen, plan } = moveOf({ tools, rules, rows, selections, side });
  const onBoard = useMemo(
    () => new Set(now.filter(({ mode }) => mode === 'always').map(({ tool }) => tool.name)),
    [now],
  );
  useUnsavedWork(view.draft === null ? null : strings.tunerPage.youTypedAlwaysLoaded);
  useEffect(() => () => openDialog(null), []);
  const close = () => openDialog(null);

  const toolSide = (of: Side) => (
    <ToolSide
      side={of}
      path={path}
      rows={rows[of]}
      tokens={tokens}
      selection={selections[of]}
      isActive={side === of}
      onBoard={onBoard}
      isFiltered={filter.trim() !== ''}
      searchOff={!rules.tool_search.enabled}
    />
  );
  return (
    <div className={styles.page} data-testid="tuner" data-answered={draft?.text ?? ''}>
      <div className={styles.top}>
        <PatternList path={path} matches={matches} warnings={warnings} now={now} tokens={tokens} />
        <PromptFigures prompt={prompt} tokens={tokens} now={now} next={next}>
          <BudgetPanel path={path} budget={budget} whole={promptCost(prompt, tokens, next)?.whole ?? null} />
        </PromptFigures>
      </div>
      <TunerToolbar path={path} filter={filter} searchOff={!rules.tool_search.enabled} />
      <div className={styles.sides}>
        <SplitPanels
          name="tuner"
          label={strings.tunerPage.resizeSides}
          orientation="horizontal"
          panels={[
            { defaultSize: 50, min: '220px', content: toolSide('board') },
            { defaultSize: 50, min: '220px', content: toolSide('drawers') },
          ]}
        />
      </div>
      <MoveBar chosen={chosen.size} side={side} plan={plan} />
      {dialog === 'drop' && prompt.now && (
        <BudgetDrop
          tools={tools}
          rules={rules}
          now={now}
          tokens={tokens}
          rest={prompt.now.rest}
          budget={budget}
          onApply={(names) => {
            close();
            moveTools(names, 'board');
          }}
          onClose={close}
        />
      )}
      <ProposalDialog workspace={workspace} isOpen={dialog === 'proposal'} onClose={close} />
      {(dialog === 'large' || dialog === 'small') && (
        <PresetDialog
          name={dialog}
          path={path}
          config={config}
          tools={tools}
          now={now}
          tokens={tokens}
          onClose={close}
        />
      )}
    </div>
  );
}

/** What moving the chosen tools would write, before it does. */
function MoveBar({ chosen, side, plan }: { chosen: number; side: Side; plan: MovePlan | null }) {
  const key = side === 'board' ? 'D' : 'B';
  return (
    <section
      className={`${styles.moveBar} wrapping line-above`}
      aria-label={strings.tunerPage.movingTools}
      data-testid="move-bar"
    >
      {plan === null ? (
        <span className="dim">
          {fill(strings.tunerPage.selectToolsOrWhole, {
            space: <Kbd>{strings.tunerPage.space}</Kbd>,
            shift: <Kbd>{strings.tunerPage.shift}</Kbd>,
            key: <Kbd>{'B'}</Kbd>,
            otherKey: <Kbd>{'D'}</Kbd>,
          })}
        </span>
      ) : (
        <>
          <span className={`${styles.moveText} wraps`} aria-live="polite">
            <strong>{strings.tunerPage.toolsSelected(chosen)}</strong>{' '}
            <VisibleText text={moveWords(plan)} lines={false} />
          </span>
          {plan.refused === null ? (
            <Button variant="filled" onClick={() => moveChosen(side)} rightSection={<Kbd size="xs">{key}</Kbd>}>
              {side === 'board' ? strings.tunerPage.defer : strings.tunerPage.alwaysLoad}
            </Button>
          ) : (
            plan.refused !== 'nothing_to_move' && (
              <Button onClick={() => openDialog('large')}>{strings.tunerPage.presetDeferMostTools}</Button>
            )
          )}
        </>
      )}
    </section>
  );
}

/** Between the patterns and the sides: a filter for both, and the presets. */
function TunerToolbar({ path, filter, searchOff }: { path: string; filter: string; searchOff: boolean }) {
  return (
    <div className={`${styles.toolbar} wrapping pad-8-12`}>
      <TextInput
        id={tunerPlaces.filter}
        className={styles.filter}
        leftSection={<IconSearch size={14} />}
        placeholder={strings.tunerPage.filterBothSidesName}
        aria-label={strings.tunerPage.filterBothSides}
        value={filter}
        data-testid="tuner-filter"
        onChange={(event) => changeView(path, { filter: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && filter !== '') changeView(path, { filter: '' });
          else if (event.key === 'Enter' || event.key === 'Escape' || event.key === 'ArrowDown')
            focusTunerPlace('drawers');
          else return;
          event.preventDefault();
        }}
      />
      {searchOff && <span className="is-warning">{strings.tunerPage.toolSearchOffEvery}</span>}
      <span className="bar-end">
        <Button title="O" onClick={() => openDialog('proposal')}>
          {strings.tunerPage.proposeFromUse}
        </Button>
        <Button onClick={() => openDialog('large')}>{strings.tunerPage.presetDeferMostTools}</Button>
        <Button onClick={() => openDialog('small')}>{strings.tunerPage.presetLoadEverything}</Button>
      </span>
    </div>
  );
}
