import { textPieces } from './hidden-characters.ts';
import styles from './visible-text.module.css';

/**
 * `VisibleText` for what is drawn outside React: adds an isolated text to `parent` and returns how to change it. Only a text with
 * hidden characters needs elements of its own.
 */
export function writeVisibleText(parent: Element, className = ''): (text: string) => void {
  const frame = document.createElement('bdi');
  frame.className = `${styles.text} ${className}`.trim();
  const node = document.createTextNode('');
  frame.append(node);
  parent.append(frame);
  let last = '';
  return (text) => {
    if (text === last) return;
    last = text;
    const pieces = textPieces(text);
    const isPlain = pieces.every(({ kind }) => kind === 'text');
    if (isPlain) node.data = text;
    if (isPlain && frame.childNodes.length === 1 && frame.firstChild === node) return;
    frame.replaceChildren(...(isPlain ? [node] : pieces.map(pieceNode)));
  };
}

function pieceNode(piece: ReturnType<typeof textPieces>[number]): string | HTMLElement {
  if (piece.kind === 'text') return piece.text;
  const mark = document.createElement('span');
  mark.className = styles.mark ?? '';
  mark.title = piece.meaning;
  mark.dataset.hiddenCharacter = piece.code;
  mark.textContent = piece.code;
  return mark;
}
