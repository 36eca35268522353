import type { CommandLine } from 'electron';

/**
 * A feature of Chromium that draws a frame after each key before the page gets its messages. The answer of the core to the key then
 * waits for the frame after that one. Pages of the web win by it; every page of this app is ours.
 */
export const delaysAnswers = 'DeferRendererTasksAfterInput';

/** Switches that feature off, beside what whoever started the app switches off. It has an effect before the app is ready only. */
export function answerKeysSoon(commandLine: Pick<CommandLine, 'appendSwitch' | 'getSwitchValue'>): void {
  const others = commandLine.getSwitchValue('disable-features');
  commandLine.appendSwitch('disable-features', others === '' ? delaysAnswers : `${others},${delaysAnswers}`);
}
