import { type Command, commandsOf } from '../../state/command.ts';
import { strings } from '../../strings/costs.ts';
import {
  copyCsv,
  copyRequest,
  type RequestText,
  type requestTexts,
  saveCsv,
  savePicture,
  useShownCosts,
} from './costs-actions.ts';
import { type CostsTab, useCosts } from './costs-store.ts';

const command = commandsOf(strings.costsCommands.costs, 'costs.');

const show = (tab: CostsTab) => () => useCosts.getState().set({ tab });
const isShown = (tab: CostsTab) => () => useCosts.getState().tab === tab;
const hasFigures = () => isShown('economics')() && useShownCosts.getState().csv !== null;
const hasRequest = () => isShown('requests')() && useShownCosts.getState().payload !== null;

/** Where the keyboard goes on each tab. */
export const costsPlaces: Readonly<Record<CostsTab, string>> = {
  economics: 'costs-steps',
  requests: 'costs-query',
  hosts: 'costs-window',
};

function focusFirst(): void {
  const field = document.getElementById(costsPlaces[useCosts.getState().tab]);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

const keys: Readonly<Record<RequestText, string>> = { JSON: 'j', curl: 'u', TypeScript: 's' };

/** The actions of the Costs screen. */
export const costsCommands: readonly Command[] = [
  command('economics', { title: strings.costsCommands.showEconomics, shortcut: 'alt+m', run: show('economics') }),
  command('requests', { title: strings.costsCommands.showProviderRequests, shortcut: 'alt+r', run: show('requests') }),
  command('hosts', { title: strings.costsCommands.showHostLimits, shortcut: 'alt+h', run: show('hosts') }),
  command('field', { title: strings.costsCommands.goFirstField, shortcut: '/', run: focusFirst }),
  command('copy-csv', { title: strings.costsCommands.copyFiguresCsv, shortcut: 'c', when: hasFigures, run: copyCsv }),
  command('save-csv', { title: strings.costsCommands.saveFiguresCsv, shortcut: 'v', when: hasFigures, run: saveCsv }),
  command('save-png', {
    title: strings.costsCommands.saveChartsPng,
    shortcut: 'g',
    when: hasFigures,
    run: () => void savePicture(),
  }),
  command('reset', {
    title: strings.costsCommands.resetInputs,
    when: isShown('economics'),
    run: () => useCosts.getState().resetInputs(),
  }),
  ...(['JSON', 'curl', 'TypeScript'] as const satisfies readonly (keyof typeof requestTexts)[]).map((kind) =>
    command(`copy-${kind.toLowerCase()}`, {
      title: strings.costsCommands.copyRequest(kind),
      shortcut: keys[kind],
      when: hasRequest,
      run: () => copyRequest(kind),
    }),
  ),
];
