import type { ToolExamplesConfig } from '#shared/domain/config.ts';
import type { EntryPart, EntryTokens } from '#shared/domain/tool-detail.ts';
import { codePoints, type TokenCount } from '#shared/tokens.ts';
import { countTextTokens, o200kTokenBytes } from '../prompt/count-tokens.ts';
import type { EntryPiece } from '../prompt/entry-piece.ts';
import { entryPieces, type PromptTool } from '../prompt/render-tool.ts';

/** Arguments that are listed one by one; those after them are one part. */
const maximumArguments = 300;

/**
 * What a tool's entry in the prompt costs with its line end, part by part. Each token belongs to the part that its first byte is of, and each
 * quarter of the estimate to the part that its first character is of, so the parts add up to the whole by both estimators.
 */
export function entryTokens(tool: PromptTool, config: ToolExamplesConfig): EntryTokens {
  const pieces: EntryPiece[] = [...entryPieces(tool, config), { part: 'joins', text: '\n' }];
  const text = pieces.map((piece) => piece.text).join('');
  const estimates = shares(pieces, codePoints, fours(codePoints(text)));
  const counted = shares(pieces, (piece) => Buffer.byteLength(piece), o200kTokenBytes(text));
  const parts = new Map<string, EntryPart & { tokens: TokenCount }>();
  let seen = 0;
  pieces.forEach((piece, i) => {
    const isBeyond = piece.part === 'argument' && ++seen > maximumArguments;
    const of = isBeyond ? null : (piece.of ?? null);
    const key = JSON.stringify([piece.part, of]);
    const known = parts.get(key)?.tokens ?? { estimate: 0, o200k: 0 };
    const tokens = { estimate: known.estimate + (estimates[i] ?? 0), o200k: known.o200k + (counted[i] ?? 0) };
    parts.set(key, { part: piece.part, of, tokens });
  });
  return {
    whole: countTextTokens(text),
    parts: [...parts.values()].filter(({ tokens }) => tokens.estimate + tokens.o200k > 0),
  };
}

/** How many of the tokens, given by their lengths, begin in each piece. */
function shares(
  pieces: readonly EntryPiece[],
  lengthOf: (text: string) => number,
  tokenLengths: readonly number[],
): number[] {
  let [at, token, end] = [0, 0, 0];
  return pieces.map(({ text }, i) => {
    end += lengthOf(text);
    const isLast = i === pieces.length - 1;
    const first = token;
    while (token < tokenLengths.length && (at < end || isLast)) at += tokenLengths[token++] ?? 0;
    return token - first;
  });
}

/** A text of `length` characters in quarters of the estimate. */
function fours(length: number): number[] {
  return Array.from({ length: Math.ceil(length / 4) }, () => 4);
}
