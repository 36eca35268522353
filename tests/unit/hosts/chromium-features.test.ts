import { expect, it } from 'vitest';
import { answerKeysSoon, delaysAnswers } from '../../../src-main/hosts/electron/chromium-features.ts';

it.each([
  ['nothing', '', delaysAnswers],
  ['what the user switches off', 'Vulkan', `Vulkan,${delaysAnswers}`],
])('the app switches off what delays an answer to a key, beside %s', (_, before, after) => {
  const switches = new Map([['disable-features', before]]);
  answerKeysSoon({
    getSwitchValue: (name) => switches.get(name) ?? '',
    appendSwitch: (name, value = '') => void switches.set(name, value),
  });
  expect([...switches]).toEqual([['disable-features', after]]);
});
