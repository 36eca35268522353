import { describe, expect, it } from 'vitest';
import { decidesWhatRuns, isHostVariable } from '#core/secrets/host-variables.ts';
import { hasKnownToken } from '#core/secrets/known-tokens.ts';
import { createMasker, isHideable } from '#core/secrets/masker.ts';
import { isOrdinary, looksRandom, namesSecret } from '#core/secrets/secret-names.ts';
import {
  isPlainDefault,
  isReference,
  neededVariables,
  referenceTo,
  referredVariables,
  replaceReferences,
  variableName,
} from '#core/secrets/variable-references.ts';

const words = (text: string) => text.split(' ');
const hex = (length: number) => '0a1b2c3d4e5f6978'.repeat(10).slice(0, length);
const mixed = (length: number) => 'aB3dE6gH9jK2mN5pQ8'.repeat(10).slice(0, length);

describe('the name of a value', () => {
  it.each([
    ...words('token secret password passwd passphrase passcode pass pwd apikey key auth authorization authentication'),
    ...words('credential credentials cred creds signature sig cookie session pat bearer jwt otp pin'),
  ])('says by %s, alone or among other words, that it is a secret', (word) => {
    for (const name of [word, word.toUpperCase(), `MY_${word.toUpperCase()}`, `my-${word}-2`])
      expect(namesSecret(name)).toBe(true);
    expect(namesSecret(`x${word}y`)).toBe(false);
  });

  it.each(
    words('token secret password passwd passphrase apikey accesskey secretkey privatekey credential credentials'),
  )('says so where words are run together: github%s', (ending) => {
    expect(namesSecret(`github${ending}`)).toBe(true);
    expect(namesSecret(`github${ending}x`)).toBe(false);
  });

  it.each(
    words(
      'file path dir folder type mode method url uri endpoint host name realm enabled required ttl timeout expiry limit count size length',
    ),
  )('says by its last word %s that it is about a secret only', (word) => {
    expect(namesSecret(`TOKEN_${word.toUpperCase()}`)).toBe(false);
    expect(namesSecret(`${word.toUpperCase()}_TOKEN`)).toBe(true);
  });

  it('is read in its humps, and by its end where it is long', () => {
    expect(['accessToken', 'authMode', 'monkey', ''].map(namesSecret)).toEqual([true, false, false, false]);
    expect(namesSecret(`${'x_'.repeat(200)}token`)).toBe(true);
    expect(namesSecret(`token${'_x'.repeat(200)}`)).toBe(false);
  });
});

describe('the form of a value', () => {
  it('looks random from twenty characters of letters and digits on', () => {
    expect(
      ['a1'.repeat(10), `${'a1'.repeat(9)}a`, 'a'.repeat(20), '1'.repeat(20), `${'a1'.repeat(10)} x`].map(looksRandom),
    ).toEqual([true, false, false, false, false]);
  });

  it('is ordinary for words, short numbers, a few of both, and paths', () => {
    for (const value of [
      'production',
      'us-east-1',
      'repos,issues',
      '30000',
      '12345678',
      '/srv/files',
      './a',
      '~/a',
      'C:\\a',
      'a. b',
      'abcdefghijklmnopqrstuvwx',
    ])
      expect(isOrdinary(value), value).toBe(true);
    for (const value of [
      '123456789',
      'abcdefghijklmnopqrstuvwxy',
      'a1',
      'a-12345',
      '/a:b',
      '/a?b',
      '/a@b',
      '-a',
      `/${mixed(40)}`,
      '',
    ])
      expect(isOrdinary(value), value).toBe(false);
  });

  it('is hidden from six characters on, whatever its name where that says it, but no setting', () => {
    expect([
      isHideable('A_TOKEN', 'abcdef'),
      isHideable('A_TOKEN', 'abcde'),
      isHideable('A', 'abcdef'),
      isHideable('A', 'a1b2c3'),
    ]).toEqual([...[true, false], ...[false, true]]);
    for (const setting of words('production development staging verbose warning silent PRODUCTION'))
      expect(isHideable('A_TOKEN', setting)).toBe(false);
    expect(isHideable('A_TOKEN', 'productions')).toBe(true);
    expect(isHideable(null, 'letters')).toBe(true);
  });

  it.each([
    `gldt-${mixed(15)}`,
    `glrtr-${mixed(15)}`,
    `glffct-${mixed(15)}`,
    ...['ABIA', 'ACCA'].map((start) => `${start}A1B2C3D4E5F6`),
    `api_org_${mixed(20)}`,
    `hvb.${mixed(20)}`,
    `hvr.${mixed(20)}`,
    `atlasv1.${mixed(30)}`,
    `lin_wh_${mixed(20)}`,
    `figu_${mixed(20)}`,
    `sntryu_${mixed(20)}`,
    `shpua_${hex(20)}`,
    `dckr_oat_${mixed(20)}`,
    `glc_${mixed(30)}`,
    ...['cfat', 'cfk'].map((start) => `${start}_${mixed(30)}`),
    ...[...'abcikr'].map((kind) => `vc${kind}_${mixed(20)}`),
    `ATCTT3${mixed(20)}`,
    `SharedAccessKey=${mixed(40)}`,
    `eyJ${mixed(8)}.${mixed(4)}`,
    'x -----BEGIN RSA PRIVATE KEY-----',
  ])('is a known one: %s', (text) => {
    expect(hasKnownToken(text)).toBe(true);
    expect(createMasker([]).text(text)).toContain('[hidden]');
  });

  it('is hidden in base64 from eight characters on, since fewer are in ordinary words', () => {
    const { text } = createMasker([{ name: 'A_TOKEN', value: 'abcdef' }]);
    expect(text('YWJjZGVm')).toBe(referenceTo('A_TOKEN'));
    expect(text('eGFiY2RlZg==')).toBe('eGFiY2RlZg==');
  });

  it('is hidden with its schemes and passwords, where there are any', () => {
    const { text } = createMasker([]);
    expect(text('bearer abcdef1234, BASIC YTpi, BASIC YTpiYw==, Bearer abcdef, Digest abcdef1234')).toBe(
      'bearer [hidden], BASIC YTpi, BASIC [hidden], Bearer abcdef, Digest abcdef1234',
    );
    expect(text('a://:p@h b+c://u:p@h://u:p@h d://u@h e:f@g')).toBe(
      'a://[hidden]@h b+c://[hidden]@h://[hidden]@h d://u@h e:f@g',
    );
  });
});

describe('variables of the computer', () => {
  it.each([
    ...words(
      'HOME LANG LC_ALL LOGNAME PATH SHELL TERM TMPDIR USER APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT',
    ),
    ...words(
      'PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 SYSTEMDRIVE SYSTEMROOT TEMP TMP',
    ),
    ...words('USERNAME USERPROFILE WINDIR'),
  ])('%s is one, in any case', (name) => {
    expect([isHostVariable(name), isHostVariable(name.toLowerCase()), isHostVariable(`${name}_X`)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(decidesWhatRuns(name)).toBe(false);
  });

  it.each([
    ...words(
      'NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE BUN_OPTIONS TS_NODE_PROJECT LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT',
    ),
    ...words(
      'DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONINSPECT',
    ),
    ...words(
      'PYTHONBREAKPOINT PYTHONWARNINGS RUBYOPT RUBYLIB PERL5OPT PERL5LIB PERL5DB PHPRC PHP_INI_SCAN_DIR BASH_ENV ENV',
    ),
    ...words('SHELLOPTS PS4 PROMPT_COMMAND ZDOTDIR JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH'),
    ...words('DOTNET_STARTUP_HOOKS GIT_SSH_COMMAND GIT_SSH GIT_ASKPASS SSH_ASKPASS GIT_EXTERNAL_DIFF GIT_EXEC_PATH'),
    ...words('EDITOR VISUAL PAGER BROWSER'),
  ])('%s decides which code runs, in any case', (name) => {
    expect([decidesWhatRuns(name), decidesWhatRuns(name.toLowerCase()), decidesWhatRuns(`${name}_X`)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isHostVariable(name)).toBe(false);
  });
});

describe('references to variables', () => {
  const text = `a ${referenceTo('ONE')} ${referenceTo('TWO', 'two')} ${referenceTo('ONE', '')} ${referenceTo('TWO', 'x')}`;

  it('are found where they stand, each with its default', () => {
    const found: unknown[] = [];
    const replaced = replaceReferences(text, (reference) => {
      found.push(reference);
      return reference.name;
    });
    expect(replaced).toBe('a ONE TWO ONE TWO');
    expect(found).toEqual([
      { name: 'ONE', offset: 2, fallback: undefined },
      { name: 'TWO', offset: 13, fallback: 'two' },
      { name: 'ONE', offset: 29, fallback: '' },
      { name: 'TWO', offset: 42, fallback: 'x' },
    ]);
    expect(referredVariables(text)).toEqual(['ONE', 'TWO']);
    expect(neededVariables(text)).toEqual(['ONE']);
    expect([referredVariables('no'), neededVariables('no')]).toEqual([[], []]);
  });

  it('are nothing else but a scheme, and no secret as a default', () => {
    for (const scheme of words('Bearer Basic Token Digest ApiKey bearer'))
      expect(isReference(`${scheme} ${referenceTo('A')}`)).toBe(true);
    expect(
      [referenceTo('A'), referenceTo('A', 'plain'), `${referenceTo('A')}${referenceTo('B')}`].map(isReference),
    ).toEqual([true, true, true]);
    for (const other of [
      '',
      'Bearer ',
      'text',
      `x${referenceTo('A')}`,
      `${referenceTo('A')}x`,
      referenceTo('A_TOKEN', 'plain'),
      `Bearer${referenceTo('A')}x`,
    ])
      expect(isReference(other), other).toBe(false);
  });

  it('have a default that is no secret, by its name and by itself', () => {
    for (const value of ['', 'plain', '@scope/name', 'C:\\a', 'z'.repeat(200)])
      expect(isPlainDefault('MODE', value), value).toBe(true);
    for (const value of ['a b', 'z'.repeat(201), 'a1'.repeat(10), mixed(40), `ghp_${mixed(36)}`, 'a?b'])
      expect(isPlainDefault('MODE', value), value).toBe(false);
    expect([isPlainDefault('A_TOKEN', ''), isPlainDefault('A_TOKEN', 'plain')]).toEqual([true, false]);
  });

  it('have names that an environment can hold', () => {
    expect(['my key', '--api.key--', '1st', 'ü', ''].map(variableName)).toEqual([
      'MY_KEY',
      'API_KEY',
      'VALUE_1ST',
      'VALUE_',
      'VALUE_',
    ]);
  });
});
