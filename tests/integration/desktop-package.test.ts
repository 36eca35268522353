import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { extractAll, getRawHeader, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packagesReachedFrom } from '../support/built-imports.ts';

const clone = resolve(import.meta.dirname, '../..');

/** The fuse wire as Electron's binaries carry it: a sentinel, a version, a length, and a state for each fuse. */
const binary = `#!/bin/sh\nexit 0\n# dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009${'0'.repeat(8)}r\n`;
const [removed, off, on] = ['r', '0', '1'].map((state) => state.charCodeAt(0)) as [number, number, number];
const fuses = {
  RunAsNode: off,
  EnableCookieEncryption: on,
  EnableNodeOptionsEnvironmentVariable: off,
  EnableNodeCliInspectArguments: off,
  EnableEmbeddedAsarIntegrityValidation: on,
  OnlyLoadAppFromAsar: on,
  LoadBrowserProcessSpecificV8Snapshot: off,
  GrantFileProtocolExtraPrivileges: off,
  8: removed,
};

async function fusesOf(file: string): Promise<Record<string, unknown>> {
  const { version: _, resetAdHocDarwinSignature: __, ...wire } = await getCurrentFuseWire(file);
  return Object.fromEntries(Object.entries(wire).map(([at, state]) => [FuseV1Options[Number(at)] ?? at, state]));
}

function writeBinary(...path: string[]): void {
  const file = join(...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, binary, 'latin1');
  chmodSync(file, 0o755);
}

/** A replacement for Electron's distribution: scripts with a fuse wire as its binaries. Nothing is downloaded. */
function standInElectron(dist: string, writeRest: () => void): string {
  mkdirSync(dist);
  const manifest = join(clone, 'node_modules/electron/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  writeFileSync(join(dist, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) writeFileSync(join(dist, name), '');
  writeRest();
  return dist;
}

function electronForLinux(dist: string): string {
  return standInElectron(dist, () => {
    writeBinary(dist, 'electron');
    writeFileSync(join(dist, 'chrome-sandbox'), '');
  });
}

function electronForMac(dist: string): string {
  return standInElectron(dist, () => {
    const bundle = (contents: string, name: string) => {
      writeBinary(contents, 'MacOS', name);
      const keys = `<key>CFBundleExecutable</key><string>${name}</string><key>CFBundleName</key><string>${name}</string>`;
      writeFileSync(join(contents, 'Info.plist'), `<plist version="1.0"><dict>${keys}</dict></plist>`);
    };
    const contents = join(dist, 'Electron.app/Contents');
    bundle(contents, 'Electron');
    const framework = join(contents, 'Frameworks/Electron Framework.framework');
    writeBinary(framework, 'Versions/A/Electron Framework');
    symlinkSync('Versions/A/Electron Framework', join(framework, 'Electron Framework'));
    for (const kind of ['', ' (Renderer)', ' (GPU)', ' (Plugin)']) {
      bundle(join(contents, `Frameworks/Electron Helper${kind}.app/Contents`), `Electron Helper${kind}`);
    }
  });
}

/** Runs electron-builder as `npm run package` does, without the targets that need tools of a system. */
function build(options: readonly string[], dist: string, output: string): void {
  const builder = join(clone, 'node_modules/electron-builder/cli.js');
  const given = [`-c.electronDist=${dist}`, `-c.directories.output=${output}`];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [builder, ...options, '--publish', 'never', ...given],
    { cwd: clone, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`electron-builder failed:\n${stdout}\n${stderr}`);
}

describe('electron-builder.yml', () => {
  it('follows the schema of electron-builder', () => {
    const schema = JSON.parse(readFileSync(join(clone, 'node_modules/app-builder-lib/scheme.json'), 'utf8')) as object;
    const isConfiguration = new Ajv({ strict: false, logger: false }).compile(schema);
    const config = parse(readFileSync(join(clone, 'electron-builder.yml'), 'utf8')) as Record<string, unknown>;
    expect(isConfiguration(config), JSON.stringify(isConfiguration.errors)).toBe(true);
    expect(isConfiguration({ ...config, asarr: true })).toBe(false);
  });
});

describe.skipIf(process.platform !== 'linux')(
  'the desktop package for Linux, made around a stand-in for Electron',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'pegboard-package-'));
    const unpacked = join(folder, `release/linux${process.arch === 'x64' ? '' : `-${process.arch}`}-unpacked`);
    const archive = join(unpacked, 'resources/app.asar');
    let files: readonly string[] = [];

    beforeAll(() => {
      if (!existsSync(join(clone, 'out/main/electron.js')))
        throw new Error('There is no build: run `npm run build` first.');
      build(
        ['--linux', 'dir', `--${process.arch}`],
        electronForLinux(join(folder, 'electron')),
        join(folder, 'release'),
      );
      files = listPackage(archive, { isPack: false });
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('sets every fuse as the configuration says', async () => {
      expect(await fusesOf(join(unpacked, 'pegboard'))).toEqual(fuses);
    });

    it('holds what is built and shipped and the packages that it needs, and nothing else', () => {
      const top = new Set(files.map((file) => file.split('/')[1]));
      expect([...top].sort()).toEqual([
        'LICENSE',
        'guidance',
        'node_modules',
        'out',
        'package.json',
        'skill-packs',
        'understanding',
      ]);
      const { dependencies } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as {
        dependencies: object;
      };
      const packages = new Set(
        files.flatMap((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
      );
      for (const name of Object.keys(dependencies)) expect(packages).toContain(name);
      expect([...packages].filter((name) => /electron|vite|vitest|typescript|react/.test(name))).toEqual([]);
      expect(files.filter((file) => /\.(?:map|ts|tsx|gyp|c|h)$/.test(file))).toEqual([]);
      for (const needed of [
        'main/electron.js',
        'main/index-worker.js',
        'main/vector-worker.js',
        'preload/preload.cjs',
        'renderer/index.html',
        'main/licenses.md',
      ])
        expect(files).toContain(`/out/${needed}`);
      expect(files.filter((file) => file.endsWith('.node'))).toEqual(
        ['darwin', 'linux'].map((system) => `/node_modules/better-sqlite3/prebuilds/${system}-${process.arch}.node`),
      );
    });

    it('has the hash of each file in its header, and the library of SQLite beside it', () => {
      const { header } = getRawHeader(archive);
      const sums: unknown[] = [];
      const visit = (entry: object) => {
        if ('files' in entry) for (const child of Object.values(entry.files as object)) visit(child);
        else if (!('link' in entry)) sums.push((entry as { integrity?: { algorithm: string } }).integrity?.algorithm);
      };
      visit(header);
      expect(sums.length).toBeGreaterThan(100);
      expect(new Set(sums)).toEqual(new Set(['SHA256']));
      const library = join(`${archive}.unpacked`, `node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`);
      expect(existsSync(library)).toBe(true);
      expect(readdirSync(join(unpacked, 'resources')).sort()).toEqual(['app.asar', 'app.asar.unpacked']);
    });

    it('is for macOS the same, with the scheme of links and the hash of the archive in Info.plist', async () => {
      build(['--mac', 'dir', '--x64'], electronForMac(join(folder, 'electron-mac')), join(folder, 'release'));
      const contents = join(folder, 'release/mac/Pegboard.app/Contents');
      const info = readFileSync(join(contents, 'Info.plist'), 'utf8').replaceAll(/\s+/g, '');
      expect(info).toContain('<key>CFBundleURLSchemes</key><array><string>pegboard</string></array>');
      const { headerString } = getRawHeader(join(contents, 'Resources/app.asar'));
      const hash = createHash('sha256').update(headerString).digest('hex');
      expect(info).toContain(
        `<key>Resources/app.asar</key><dict><key>algorithm</key><string>SHA256</string><key>hash</key><string>${hash}</string>`,
      );
      // No kind of file is claimed: the system would take a skill for any Markdown.
      expect(info).not.toContain('CFBundleDocumentTypes');
      expect(await fusesOf(join(folder, 'release/mac/Pegboard.app'))).toEqual(fuses);
      const prebuilt = listPackage(join(contents, 'Resources/app.asar'), { isPack: false }).filter((file) =>
        file.endsWith('.node'),
      );
      expect(prebuilt).toEqual(['/node_modules/better-sqlite3/prebuilds/darwin-x64.node']);
    });

    it('has everything that its code imports: what is in it indexes, searches in other languages too, counts tokens and finds its skill packs', () => {
      const inside = join(folder, 'extracted');
      extractAll(archive, inside);
      const main = join(inside, 'out/main/electron.js');
      const packages = [...packagesReachedFrom(main)].filter((name) => name !== 'electron');
      for (const name of packages) expect(createRequire(main).resolve(name).startsWith(inside), name).toBe(true);
      const home = join(folder, 'home');
      const workspace = join(folder, 'workspace');
      mkdirSync(workspace);
      const env = { PATH: '/usr/bin:/bin', HOME: home, PEGBOARD_HOME: home };
      const pegboard = (...words: string[]) =>
        JSON.parse(
          execFileSync(process.execPath, [join(inside, 'out/main/cli.js'), ...words], {
            cwd: workspace,
            env,
            encoding: 'utf8',
          }),
        ) as Record<string, unknown>;
      pegboard('init', '.');
      writeFileSync(
        join(workspace, 'tools.json'),
        '{"tools": [{"name": "water_plants", "description": "Water the plants."}]}',
      );
      pegboard('import', 'tools.json');
      expect(pegboard('search', 'water plants')).toMatchObject({ tools: [{ name: 'tools.water_plants' }] });
      expect(pegboard('search', 'Pflanzen gießen')).toMatchObject({ tools: [{ name: 'tools.water_plants' }] });
      expect(pegboard('prompt')).toMatchObject({ tokens: { o200k: expect.any(Number) } });
      expect(pegboard('skills', 'validate')).toMatchObject({ packs: 1 });
    });
  },
);
