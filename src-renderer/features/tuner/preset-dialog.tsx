import { Modal, Table } from '@mantine/core';
import { useMemo } from 'react';
import type { ToolSummary } from '#shared/contract/catalog.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { ConfigChange } from '#shared/domain/config-edit.ts';
import { placeTools } from '#shared/domain/tuning/board.ts';
import { boardRules } from '#shared/domain/tuning/board-rules.ts';
import { presets } from '#shared/domain/tuning/presets.ts';
import type { ToolTokens } from '../../platform/tool-tokens.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/tuner.ts';
import { DialogButtons } from '../../ui/dialog-form.tsx';
import { fill } from '../../ui/fill.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { type PlacedTool, toolsOnBoard } from './side-rows.ts';
import styles from './tuner.module.css';
import { editTuner } from './tuner-model.ts';

const shownNames = 8;

/** What a preset would change, before it does (R19.25). */
export function PresetDialog({
  name,
  path,
  config,
  tools,
  now,
  tokens,
  onClose,
}: {
  name: 'large' | 'small';
  path: string;
  config: WorkspaceConfig;
  tools: readonly ToolSummary[];
  now: readonly PlacedTool[];
  tokens: ToolTokens;
  onClose(): void;
}) {
  const preset = presets(config.tool_search).find((one) => one.name === name);
  const moves = useMemo(() => {
    if (!preset) return null;
    const after = placeTools(tools, { ...boardRules(config), tool_search: preset.rules });
    const before = new Map(now.map((one) => [one.tool.name, one.mode]));
    const turned = after.filter(({ tool, mode }) => before.has(tool.name) && before.get(tool.name) !== mode);
    return {
      toBoard: turned.filter(({ mode }) => mode === 'always'),
      toDrawers: turned.filter(({ mode }) => mode === 'deferred'),
      kept: reasonsOf(after),
      tokens: [now, after.filter(({ tool }) => before.has(tool.name))].map((placed) => {
        const sum = tokens.sum(toolsOnBoard(placed));
        return sum === null ? '…' : formatCount(sum);
      }),
    };
  }, [preset, tools, config, now, tokens]);
  if (!preset || !moves) return null;
  const fields = preset.changes
    .map((change) => ({ change, ...spelled(change, config, preset.rules.always_loaded_patterns) }))
    .filter(({ from, to }) => from !== to);
  const apply = () => {
    onClose();
    void editTuner(path, () => ({
      changes: preset.changes,
      done: strings.presetDialog.preset[preset.name],
      notice: preset.advice,
    }));
  };
  return (
    <Modal opened onClose={onClose} title={strings.presetDialog.preset[preset.name]} size="lg">
      <p className={styles.advice}>{preset.advice}</p>
      {fields.length === 0 ? (
        <p data-testid="preset-nothing">{strings.presetDialog.workspaceAlready}</p>
      ) : (
        <>
          <Table className={styles.presetTable} data-testid="preset-fields">
            <TableHead columns={[strings.presetDialog.settingInPegboardYaml, 'now', 'then']} />
            <tbody>
              {fields.map(({ change, from, to }) => (
                <tr key={change.path.join('.')}>
                  <td className="mono">{change.path.join('.')}</td>
                  <VisibleText as="td" className="mono" text={from} />
                  <VisibleText as="td" className="mono" text={to} />
                </tr>
              ))}
            </tbody>
          </Table>
          <Turned title={strings.presetDialog.alwaysLoaded} placed={moves.toBoard} />
          <Turned title={strings.presetDialog.deferred} placed={moves.toDrawers} />
          {moves.toBoard.length + moves.toDrawers.length === 0 && (
            <p data-testid="preset-no-moves">
              {moves.kept.length === 0
                ? strings.presetDialog.noMoves
                : strings.presetDialog.noMovesBecause(moves.kept.join('; '))}
            </p>
          )}
          <p data-testid="preset-tokens">
            {fill(strings.presetDialog.alwaysLoadedToolsTokens, {
              value: moves.tokens[0],
              value2: <strong>{moves.tokens[1]}</strong>,
              estimator: <span className="dim">({tokens.estimator})</span>,
            })}
          </p>
        </>
      )}
      <DialogButtons
        mt="md"
        act={strings.presetDialog.apply}
        startsOn="act"
        onAct={apply}
        onCancel={onClose}
        disabled={fields.length === 0}
      />
    </Modal>
  );
}

/** What keeps tools always loaded, the most tools first: a pattern, an overlay, their own definition. */
function reasonsOf(placed: readonly PlacedTool[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { mode, reason } of placed) {
    if (mode === 'always') counts.set(reason.detail, (counts.get(reason.detail) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .map(([detail, tools]) => `${strings.presetDialog.tools(tools)}: ${detail}`);
}

function Turned({ title, placed }: { title: string; placed: readonly PlacedTool[] }) {
  if (placed.length === 0) return null;
  return (
    <p className={styles.turned}>
      <strong>{strings.presetDialog.tools(placed.length)}</strong> {title}:{' '}
      {placed.slice(0, shownNames).map(({ tool }) => (
        <span key={tool.name}>
          <ToolName name={tool.name} />{' '}
        </span>
      ))}
      {placed.length > shownNames && strings.presetDialog.more(formatCount(placed.length - shownNames))}
    </p>
  );
}

function spelled(
  { path, value }: ConfigChange,
  { tool_search }: WorkspaceConfig,
  patterns: readonly string[],
): { from: string; to: string } {
  const field = path[1] as keyof typeof tool_search;
  const text = (given: unknown) => (Array.isArray(given) ? given.join(', ') || 'none' : String(given));
  return { from: text(tool_search[field]), to: text(value === undefined ? patterns : value) };
}
