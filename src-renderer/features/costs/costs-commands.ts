import { type Command, commandsOf } from '../../state/command.ts';
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

const command = commandsOf('Costs', 'costs.');

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
  command('economics', { title: 'Show the economics', shortcut: 'alt+m', run: show('economics') }),
  command('requests', { title: 'Show the requests of providers', shortcut: 'alt+r', run: show('requests') }),
  command('hosts', { title: 'Show what hosts cut', shortcut: 'alt+h', run: show('hosts') }),
  command('field', { title: 'Go to the first field', shortcut: '/', run: focusFirst }),
  command('copy-csv', { title: 'Copy the figures as CSV', shortcut: 'c', when: hasFigures, run: copyCsv }),
  command('save-csv', { title: 'Save the figures as CSV', shortcut: 'v', when: hasFigures, run: saveCsv }),
  command('save-png', {
    title: 'Save the charts as PNG',
    shortcut: 'g',
    when: hasFigures,
    run: () => void savePicture(),
  }),
  command('reset', {
    title: 'Forget the inputs that were typed',
    when: isShown('economics'),
    run: () => useCosts.getState().resetInputs(),
  }),
  ...(['JSON', 'curl', 'TypeScript'] as const satisfies readonly (keyof typeof requestTexts)[]).map((kind) =>
    command(`copy-${kind.toLowerCase()}`, {
      title: `Copy the request as ${kind}`,
      shortcut: keys[kind],
      when: hasRequest,
      run: () => copyRequest(kind),
    }),
  ),
];
