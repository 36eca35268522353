import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

/**
 * The types of the library, one file for each of its entries. They lie in the repository, since they are its API report too:
 * `npm run docs:api` writes them from the sources, and with `--check` it fails where they differ, so that nobody changes what is
 * public without seeing it.
 */
const entries = { pegboard: 'index', 'ai-sdk': 'ai-sdk', mcp: 'mcp' };

const root = resolve(import.meta.dirname, '../..');
/** Outside of `node_modules`, where every file would count as a foreign one. */
const work = realpathSync(mkdtempSync(join(tmpdir(), 'library-types-')));

/** What the compiler says of the sources: one file of declarations for each of them. */
function emitDeclarations(): void {
  const files = Object.values(entries).map((entry) => join(root, `src-main/library/${entry}.ts`));
  const emit = { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root, outDir: work };
  const compilerOptions = { ...emit, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] };
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files };
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(config));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', work], { stdio: 'inherit' });
}

/** The declarations that an entry makes public, in one text. Throws where one of them names a type that is not exported. */
function rolledUp(name: string, entry: string): string {
  const mainEntryPointFilePath = join(work, `src-main/library/${entry}.d.ts`);
  const untrimmedFilePath = join(work, `${name}.d.ts`);
  const silent = { logLevel: ExtractorLogLevel.None };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: work,
      mainEntryPointFilePath,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2024',
            lib: ['es2024', 'dom', 'esnext.disposable'],
            module: 'preserve',
            moduleResolution: 'bundler',
            types: [],
            noEmit: true,
            allowImportingTsExtensions: true,
            paths: { '#shared/*': ['./src-shared/*'] },
          },
          files: [mainEntryPointFilePath],
        },
      },
      apiReport: { enabled: false, reportFileName: '<unscopedPackageName>.api.md' },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: silent },
        tsdocMessageReporting: { default: silent },
        extractorMessageReporting: {
          default: silent,
          // The types that adapters share with the library are written out in their files.
          ...(name === 'pegboard' ? { 'ae-forgotten-export': { logLevel: ExtractorLogLevel.Error } } : {}),
        },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, 'package.json'),
  });
  const messageCallback = (message: { logLevel: string; handled: boolean }) => {
    if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
  };
  const { succeeded } = Extractor.invoke(config, { localBuild: true, messageCallback });
  if (!succeeded) throw new Error(`The types of ${name} cannot be rolled up.`);
  return readFileSync(untrimmedFilePath, 'utf8');
}

try {
  emitDeclarations();
  const isCheck = process.argv.includes('--check');
  for (const [name, entry] of Object.entries(entries)) {
    const path = join(root, 'types', `${name}.d.ts`);
    const text = rolledUp(name, entry);
    if (!isCheck) writeFileSync(path, text);
    else if (readFileSync(path, 'utf8') !== text) {
      process.stdout.write(
        `types/${name}.d.ts is not what the sources say: npm run docs:api, and look at the difference.\n`,
      );
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(work, { recursive: true });
}
