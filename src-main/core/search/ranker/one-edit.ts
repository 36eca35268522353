/** Whether one letter more, less or other, or two neighbours swapped, make one word of the other. */
export function isOneEditAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  if (endA - start <= 1 && endB - start <= 1) return true;
  const bothTwo = endA - start === 2 && endB - start === 2;
  return bothTwo && a[start] === b[start + 1] && a[start + 1] === b[start];
}
