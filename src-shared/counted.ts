/** A count with its noun: `1 task`, `1,200 tasks`. `many` is for nouns whose plural is not made by an "s". */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : many}`;
}
