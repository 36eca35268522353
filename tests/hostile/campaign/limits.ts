/** What one input may cost. */
export const limits = {
  /** CPU time, milliseconds: the wall clock of a busy machine says nothing about the program. */
  cpuMs: 10_000,
  /** Memory of the process that ran it, bytes. */
  memory: 1024 ** 3,
  /** How long a case may wait without using the processor, milliseconds: it hangs. */
  idleMs: 45_000,
} as const;

/** What the machine that the limits were set on needs for the work below, milliseconds. */
const usualMs = 45;

/** How many times slower this machine is; at least 1. */
export function slowness(): number {
  const once = () => {
    const start = process.cpuUsage();
    let text = '';
    for (let n = 0; n < 40; n++) {
      text = JSON.stringify(Array.from({ length: 2000 }, (_, i) => ({ n: i, name: `name ${i}`, of: [n, i] })));
      if (JSON.parse(text).length !== 2000) throw new Error('JSON is broken.');
    }
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  return Math.max(1, Math.min(once(), once(), once()) / usualMs);
}
