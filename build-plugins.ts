import type { Plugin } from 'vite';
import { packedVocabulary } from './src-main/core/prompt/packed-vocabulary.ts';

/**
 * gray-matter's YAML reader takes esprima along for functions in YAML, which nobody here reads: without it every command starts
 * some 40 ms earlier. The YAML reader does without it where it is not there.
 */
const withoutEsprima: Plugin = {
  name: 'without-esprima',
  load: (id) => (/[\\/]node_modules[\\/]esprima[\\/]/.test(id) ? 'module.exports = null;' : null),
};

/** Writes the vocabulary of the token counts to a file. The program reads this file in place of the package of the vocabulary. */
const vocabularyFile: Plugin = {
  name: 'vocabulary-file',
  // Before Vite's own plugin, which takes every file for one that a browser asks for.
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/core/prompt/packed-vocabulary.ts')) return null;
    const file = this.emitFile({ type: 'asset', fileName: 'o200k.bin', source: packedVocabulary() });
    return `import { readFileSync } from 'node:fs';
      export const packedVocabulary = () => readFileSync(import.meta.ROLLUP_FILE_URL_${file});`;
  },
  resolveFileUrl: ({ relativePath }) => `new URL('${relativePath}', import.meta.url)`,
};

/** What a build of the core needs: the app, the command and the programs that tests start. */
export const mainPlugins: Plugin[] = [withoutEsprima, vocabularyFile];
