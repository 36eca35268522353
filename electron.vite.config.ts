import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/**
 * gray-matter's YAML reader takes esprima along for functions in YAML, which nobody here reads: without it every command starts
 * some 40 ms earlier. The YAML reader does without it where it is not there.
 */
const withoutEsprima = {
  name: 'without-esprima',
  load: (id: string) => (/[\\/]node_modules[\\/]esprima[\\/]/.test(id) ? 'module.exports = null;' : null),
};

/**
 * Three builds: `main` (the Electron main process, the command line, the workers), `preload` (CommonJS, imports
 * nothing but electron), `renderer` (the app). Main carries its dependencies: one file loads faster than the hundreds of theirs.
 */
export default defineConfig({
  main: {
    plugins: [withoutEsprima],
    build: {
      outDir: 'out/main',
      target: 'node22',
      externalizeDeps: false,
      license: { fileName: 'licenses.md' },
      rollupOptions: {
        // They find files of their own: a binary, a script, a vocabulary.
        external: ['better-sqlite3', 'open', /^gpt-tokenizer\//],
        // gray-matter has an eval; `front-matter.ts` replaces the engine that calls it.
        checks: { eval: false },
        input: {
          electron: 'src-main/hosts/electron/main.ts',
          cli: 'src-main/hosts/cli/main.ts',
          'index-worker': 'src-main/core/search/index-worker.ts',
          'engine-worker': 'src-main/core/engines/engine-worker.ts',
          'why-not-worker': 'src-main/core/why-not/why-not-worker.ts',
          'eval-worker': 'src-main/core/evaluation/eval-worker.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rollupOptions: {
        input: { preload: 'src-main/hosts/electron/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [react()],
    build: {
      outDir: 'out/renderer',
      target: 'es2023',
      license: { fileName: 'licenses.md' },
      // Less than half of the bytes to read at each start. The maps lie beside: a browser does not ask for them.
      minify: true,
      // Monaco takes colors with six digits only: the variables of the theme stay as they are written.
      cssMinify: false,
      sourcemap: 'hidden',
      // In kilobytes: the files lie on the same computer.
      chunkSizeWarningLimit: 4096,
      rollupOptions: { input: 'src-renderer/index.html' },
    },
  },
});
