/** Fields that the user emptied: undo brings that text back. */
const emptied = new WeakSet<object>();

/** Text in a field, as input events and `keydown` find it; an editor has no `value`. */
type Field = object & { readonly value?: unknown };

/** Notes what the user typed or deleted. A value that the app sets makes no input event, and the browser cannot take it back. */
export function noteInput(field: Field): void {
  if (field.value === '') emptied.add(field);
  else emptied.delete(field);
}

/** Whether undo and redo belong to this field: not while it is empty and the user did not empty it. */
export function hasOwnUndo(field: Field): boolean {
  return field.value !== '' || emptied.has(field);
}
