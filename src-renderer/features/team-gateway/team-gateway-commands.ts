import { commandsOf } from '../../state/command.ts';
import { strings } from '../../strings/team-gateway.ts';
import {
  askForget,
  askNow,
  canCancel,
  cancelChange,
  canForget,
  changeGateway,
  goTo,
  isForm,
  isShown,
} from './team-gateway-model.ts';

const act = commandsOf(strings.commands.group, 'team-gateway.');

/** The actions of the screen Team gateway. */
export const teamGatewayCommands = [
  act('ask', { title: strings.commands.ask, shortcut: 'r', when: isShown, run: askNow }),
  act('change', { title: strings.commands.change, shortcut: 'e', when: isShown, run: changeGateway }),
  act('figures', { title: strings.commands.figures, shortcut: 't', when: isShown, run: () => goTo('figures') }),
  act('address', { title: strings.commands.address, shortcut: '/', when: isForm, run: () => goTo('address') }),
  act('token', { title: strings.commands.token, shortcut: 'k', when: isForm, run: () => goTo('token') }),
  act('cancel', { title: strings.commands.cancel, shortcut: 'b', when: canCancel, run: cancelChange }),
  act('forget', { title: strings.commands.forget, when: canForget, run: askForget }),
];
