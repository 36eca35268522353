import { Button, Loader } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import { planMove } from '#shared/domain/tuning/plan-move.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useToolTokens } from '../../platform/tool-tokens.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { useScreenReady } from '../../state/screen-ready.ts';
import { useUnsavedWork } from '../../state/unsaved-work.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SplitPanels } from '../../ui/split-panels.tsx';
import { NoTools } from '../server-review/no-tools.tsx';
import { boardRules } from './board-rules.ts';
import { BudgetDrop } from './budget/budget-drop.tsx';
import { BudgetPanel } from './budget/budget-panel.tsx';
import { MoveBar } from './move-bar.tsx';
import { moveDone, moveWords } from './move-words.ts';
import { PatternList } from './pattern-list.tsx';
import { PresetDialog } from './preset-dialog.tsx';
import { PromptFigures, promptCost } from './prompt-figures.tsx';
import { chosenTools, rowAfterMove, sideRows } from './side-rows.ts';
import { ToolSide } from './tool-side.tsx';
import styles from './tuner.module.css';
import { noTunerActions, useTunerActions } from './tuner-actions.ts';
import { initialTunerView, type Side, useTunerStore } from './tuner-store.ts';
import { TunerToolbar } from './tuner-toolbar.tsx';
import { usePlacement, usePromptTokens, useTunerTools } from './use-tuner.ts';
import { useTunerEdits } from './use-tuner-edits.ts';

/** What is always loaded and what waits in drawers: patterns, both sides, and what the prompt costs for it (R19.11). */
export function TunerPage() {
  const workspace = useWorkspace();
  const { tools, error } = useTunerTools();
  useScreenReady('tuner', tools !== null || error !== null);
  return (
    <>
      <h1 className="visually-hidden">Tuner</h1>
      {workspace && tools && tools.length > 0 ? (
        <Tuner workspace={workspace} tools={tools} />
      ) : error ? (
        <div style={{ padding: 24, maxWidth: 640 }}>
          <ErrorNotice error={error} />
        </div>
      ) : tools ? (
        <NoTools />
      ) : (
        <div className={styles.loading}>
          <Loader size="sm" aria-hidden />
          Reading the catalog…
        </div>
      )}
    </>
  );
}

function Tuner({ workspace, tools }: { workspace: WorkspaceSummary; tools: readonly ToolSummary[] }) {
  const { path } = workspace;
  const view = useTunerStore((state) => state.views[path] ?? initialTunerView);
  const { filter, side, selections, turned } = view;
  const { rules, now, next, matches, warnings, draft } = usePlacement(workspace, tools);
  const prompt = usePromptTokens(workspace);
  const tokens = useToolTokens();
  const edit = useTunerEdits(path);
  const [preset, setPreset] = useState<'large' | 'small' | null>(null);
  const [isDropping, setDropping] = useState(false);
  const budget = workspace.config.tuning.prompt_budget;

  const rows = useMemo(
    () => ({
      board: sideRows(next, { side: 'board', filter, turned: turned.board, tokens }),
      drawers: sideRows(next, { side: 'drawers', filter, turned: turned.drawers, tokens }),
    }),
    [next, filter, turned, tokens],
  );
  const chosen = useMemo(() => chosenTools(rows[side], selections[side]), [rows, side, selections]);
  const plan = useMemo(
    () => (chosen.size === 0 ? null : planMove(tools, rules, { chosen, to: otherMode(side) })),
    [tools, rules, chosen, side],
  );
  const onBoard = useMemo(
    () => new Set(now.filter(({ mode }) => mode === 'always').map(({ tool }) => tool.name)),
    [now],
  );
  useUnsavedWork(view.draft === null ? null : 'A pattern is typed in the tuner and not saved: Enter saves it.');

  const move = useMemo(
    () => (names: ReadonlySet<string>, from: Side) =>
      void edit((config) => {
        const made = planMove(tools, boardRules(config), { chosen: names, to: otherMode(from) });
        if (made.refused !== null) return null;
        const current = rowAfterMove(rows[from], selections[from].current, new Set(made.moved));
        const selection = { current, anchor: current, names: new Set<string>() };
        const { views, change } = useTunerStore.getState();
        change(path, { selections: { ...(views[path] ?? initialTunerView).selections, [from]: selection } });
        return { changes: made.changes, done: moveDone(made), notice: moveWords(made) };
      }),
    [edit, tools, rows, selections, path],
  );

  const { compareFromNow } = prompt;
  useEffect(() => {
    // What is chosen is read when the key is pressed: the key before it may just have chosen it.
    const moveFrom = (from: Side) => {
      const { side: active, selections: now } = useTunerStore.getState().views[path] ?? initialTunerView;
      const names = chosenTools(rows[from], now[from]);
      if (active !== from || names.size === 0) return null;
      return planMove(tools, rules, { chosen: names, to: otherMode(from) }).refused === null
        ? () => move(names, from)
        : null;
    };
    useTunerActions.setState({ moveFrom, compareFromNow, openPreset: setPreset, openDrop: () => setDropping(true) });
    return () => useTunerActions.setState(noTunerActions);
  }, [path, rows, tools, rules, move, compareFromNow]);

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
      onDrop={move}
    />
  );
  return (
    <div className={styles.page} data-testid="tuner" data-answered={draft?.text ?? ''}>
      <div className={styles.top}>
        <PatternList path={path} matches={matches} warnings={warnings} now={now} tokens={tokens} edit={edit} />
        <PromptFigures prompt={prompt} tokens={tokens} now={now} next={next}>
          <BudgetPanel
            budget={budget}
            whole={promptCost(prompt, tokens, next)?.whole ?? null}
            edit={edit}
            onDrop={() => setDropping(true)}
          />
        </PromptFigures>
      </div>
      <TunerToolbar path={path} filter={filter} searchOff={!rules.tool_search.enabled} onPreset={setPreset} />
      <div className={styles.sides}>
        <SplitPanels
          name="tuner"
          label="Resize the sides"
          orientation="horizontal"
          panels={[
            { defaultSize: 50, min: '220px', content: toolSide('board') },
            { defaultSize: 50, min: '220px', content: toolSide('drawers') },
          ]}
        />
      </div>
      <MoveBar chosen={chosen.size} side={side} plan={plan} onMove={() => move(chosen, side)}>
        {plan?.refused !== null && plan !== null && (
          <Button onClick={() => setPreset('large')}>Preset for a large catalog…</Button>
        )}
      </MoveBar>
      {isDropping && prompt.now && (
        <BudgetDrop
          tools={tools}
          rules={rules}
          now={now}
          tokens={tokens}
          rest={prompt.now.rest}
          budget={budget}
          onApply={(names) => {
            setDropping(false);
            move(names, 'board');
          }}
          onClose={() => setDropping(false)}
        />
      )}
      {preset !== null && (
        <PresetDialog
          name={preset}
          config={workspace.config}
          tools={tools}
          now={now}
          tokens={tokens}
          edit={edit}
          onClose={() => setPreset(null)}
        />
      )}
    </div>
  );
}

function otherMode(side: Side): 'always' | 'deferred' {
  return side === 'board' ? 'deferred' : 'always';
}
