import type { Command } from '../../state/command.ts';
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

const group = 'Costs';

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

/** What can be done on the screen of costs. */
export const costsCommands: readonly Command[] = [
  { id: 'costs.economics', title: 'Show the economics', group, shortcut: 'alt+m', run: show('economics') },
  { id: 'costs.requests', title: 'Show the requests of providers', group, shortcut: 'alt+r', run: show('requests') },
  { id: 'costs.hosts', title: 'Show what hosts cut', group, shortcut: 'alt+h', run: show('hosts') },
  { id: 'costs.field', title: 'Go to the first field', group, shortcut: '/', run: focusFirst },
  {
    id: 'costs.copy-csv',
    title: 'Copy the figures as CSV',
    group,
    shortcut: 'c',
    when: hasFigures,
    run: copyCsv,
  },
  { id: 'costs.save-csv', title: 'Save the figures as CSV', group, shortcut: 'v', when: hasFigures, run: saveCsv },
  {
    id: 'costs.save-png',
    title: 'Save the charts as PNG',
    group,
    shortcut: 'g',
    when: hasFigures,
    run: () => void savePicture(),
  },
  {
    id: 'costs.reset',
    title: 'Forget the inputs that were typed',
    group,
    when: isShown('economics'),
    run: () => useCosts.getState().resetInputs(),
  },
  ...(['JSON', 'curl', 'TypeScript'] as const satisfies readonly (keyof typeof requestTexts)[]).map((kind) => ({
    id: `costs.copy-${kind.toLowerCase()}`,
    title: `Copy the request as ${kind}`,
    group,
    shortcut: keys[kind],
    when: hasRequest,
    run: () => copyRequest(kind),
  })),
];
