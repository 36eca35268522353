import { join, resolve } from 'node:path';
import { build } from 'vite';
import { mainPlugins } from '../../../build-plugins.ts';

const project = resolve(import.meta.dirname, '../../..');
/**
 * Three folders below the project, as the folders of the tests are: what a bundled file finds beside itself is found from here too.
 * Outside node_modules, where Node does not read the `imports` of our package.json.
 */
const folder = join(project, 'test-results/hostile/kills');

/** The program that `kills` start and kill. */
export const killProgram = join(folder, 'kill-program.mjs');

/**
 * Bundles that program with everything it imports: several hundred processes of it are started, and each would spend half of its
 * time on finding and compiling its modules.
 */
export async function bundleKillProgram(): Promise<void> {
  await build({
    configFile: false,
    root: project,
    logLevel: 'error',
    plugins: mainPlugins,
    // CommonJS files that ask for each other by computed paths cannot be bundled.
    resolve: { mainFields: ['module', 'main'] },
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: join(import.meta.dirname, 'kill-program.ts'),
      ssrEmitAssets: true,
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      rollupOptions: {
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          // As the build of the app: a third fewer bytes to read at each start.
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
  });
}
