/** Saves a file to where the browser puts downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The same for a text. */
export const saveText = (text: string, name: string): void => saveFile(new Blob([text], { type: 'text/plain' }), name);
