import { describeDesktop, whichDesktop } from './which-desktop.ts';

/** Once a run, before the tests: neither kind is ever counted as the other. */
export default function sayWhichDesktop(): void {
  process.stdout.write(`${describeDesktop(whichDesktop())}\n`);
}
