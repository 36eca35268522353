import { type Command, commandsOf } from '../../state/command.ts';
import { useNavigation } from '../../state/navigation-store.ts';
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
import { useCosts } from './costs-store.ts';

const command = commandsOf(strings.costsCommands.costs, 'costs.');

const goTo = (screen: keyof typeof costsPlaces) => () => useNavigation.getState().goTo(screen);
const hasFigures = () => useShownCosts.getState().csv !== null;
const hasRequest = () => useShownCosts.getState().payload !== null;

/** The field where the keyboard goes on each screen. */
export const costsPlaces = { costs: 'costs-steps', requests: 'costs-query', hosts: 'costs-window' } as const;

function focusFirst(place: string): void {
  const field = document.getElementById(place);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

/** The ways between the three screens, and to the first field of one of them. */
const common = (screen: keyof typeof costsPlaces): readonly Command[] => [
  command('economics', { title: strings.costsCommands.showEconomics, shortcut: 'alt+m', run: goTo('costs') }),
  command('requests', { title: strings.costsCommands.showProviderRequests, shortcut: 'alt+r', run: goTo('requests') }),
  command('hosts', { title: strings.costsCommands.showHostLimits, shortcut: 'alt+h', run: goTo('hosts') }),
  command('field', {
    title: strings.costsCommands.goFirstField,
    shortcut: '/',
    run: () => focusFirst(costsPlaces[screen]),
  }),
];

const keys: Readonly<Record<RequestText, string>> = { JSON: 'j', curl: 'u', TypeScript: 's' };

/** The actions of the screen *Costs*. */
export const costsCommands: readonly Command[] = [
  ...common('costs'),
  command('copy-csv', { title: strings.costsCommands.copyFiguresCsv, shortcut: 'c', when: hasFigures, run: copyCsv }),
  command('save-csv', { title: strings.costsCommands.saveFiguresCsv, shortcut: 'v', when: hasFigures, run: saveCsv }),
  command('save-png', {
    title: strings.costsCommands.saveChartsPng,
    shortcut: 'g',
    when: hasFigures,
    run: () => void savePicture(),
  }),
  command('reset', { title: strings.costsCommands.resetInputs, run: () => useCosts.getState().resetInputs() }),
];

/** The actions of the screen *Requests*. */
export const requestsCommands: readonly Command[] = [
  ...common('requests'),
  ...(['JSON', 'curl', 'TypeScript'] as const satisfies readonly (keyof typeof requestTexts)[]).map((kind) =>
    command(`copy-${kind.toLowerCase()}`, {
      title: strings.costsCommands.copyRequest(kind),
      shortcut: keys[kind],
      when: hasRequest,
      run: () => copyRequest(kind),
    }),
  ),
];

/** The actions of the screen *Host budgets*. */
export const hostsCommands: readonly Command[] = common('hosts');
