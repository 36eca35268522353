import { describe, expect, it } from 'vitest';
import { parseWorkspaceFile } from '#core/workspace/workspace-file.ts';
import { isPegboardError, toErrorValue } from '#shared/errors.ts';

const head = 'sources:\n  - name: web\n    path: sources/web.json\n    format: tools_list\n    mcp:\n';
const told = (lines: string) =>
  parseWorkspaceFile(`${head}${lines.replace(/^/gm, '      ')}\n`, 'pegboard.yaml').findings.filter(
    ({ code }) => code === 'literal_secret',
  );

describe('secrets written into pegboard.yaml', () => {
  it.each([
    ['a variable', 'command: x\nenv:\n  API_TOKEN: hunter2', 'env.API_TOKEN', 8, 9, '${env:API_TOKEN}'],
    ['a short one', 'command: x\nenv: {PIN: "4711"}', 'env.PIN', 7, 13, '${env:PIN}'],
    ['a random value', 'command: x\nenv:\n  ID: 8a7Hq2b9xx', 'env.ID', 8, 9, '${env:ID}'],
    ['a header', 'url: https://h/\nheaders:\n  Authorization: Bearer hunter2', 'headers.Authorization', 8, 9, 'Bearer'],
    [
      'half a header',
      'url: https://h/\nheaders: {X-Key: "hunter2${env:REST}"}',
      'headers.X-Key',
      7,
      17,
      '${env:WEB_X_KEY}',
    ],
    ['an address', 'url: https://me:hunter2@h/', 'url', 6, 7, '${env:WEB_URL_PASSWORD}'],
    ['a variable with an address', 'command: x\nenv: {DSN: "pg://me:hunter2@h/"}', 'env.DSN', 7, 13, '_PASSWORD}'],
    ['an argument', 'command: x\nargs: [run, --token, hunter2]', 'args.2', 7, 28, '${env:WEB_TOKEN}'],
    ['an argument with =', 'command: x\nargs: [--api-key=hunter2]', 'args.0', 7, 14, '${env:WEB_API_KEY}'],
    ['a command', 'command: sh -c "run --token hunter2"', 'command', 6, 7, '${env:WEB_TOKEN}'],
  ])('are told with their place and what to write: %s', (_what, lines, field, line, column, reference) => {
    const findings = told(lines);
    expect(findings).toHaveLength(1);
    const [finding] = findings;
    expect(finding).toMatchObject({ severity: 'warning', path: 'pegboard.yaml', range: { start: { line, column } } });
    expect(finding?.message).toContain(`mcp.${field},`);
    if (reference !== 'Bearer') expect(finding?.hint).toContain(reference);
    expect(JSON.stringify(findings)).not.toMatch(/hunter2|4711|8a7Hq/);
  });

  it.each([
    'command: npx\nargs: [-y, "@scope/server@1.2.3", --port, "8080", ./files]\nenv: {NODE_ENV: production, LIMIT: "30000"}',
    'command: x\nenv: {KEY: "${env:KEY}", BASE: https://h/v1, TOKEN_CACHE: "true", AWS_REGION: us-east-1}',
    'command: x\nargs: [--token, "${env:KEY}", "https://${env:U}:${env:P}@h/"]',
    'url: https://h/mcp?page=2\nheaders: {Authorization: "Bearer ${env:KEY}", X-Team: blue}',
  ])('are none in %j', (lines) => {
    expect(told(lines)).toEqual([]);
  });

  it('are told quickly, however many there are', () => {
    const args = Array.from({ length: 10_000 }, (_, i) => `"--token", "hunter${i}"`).join(', ');
    expect(told(`command: x\nargs: [${args}]`)).toHaveLength(50);
    const scripts = Array.from({ length: 10_000 }, (_, i) => `"-c", "API_KEY=hunter${i}; run"`).join(', ');
    expect(told(`command: sh\nargs: [${scripts}]`)).toHaveLength(50);
  }, 60_000);

  it.each([
    'sources:\n  - mcp: {env: {KEY: "hunter2" hunter2}}\n',
    'sources:\n  - mcp:\n    env: hunter2: hunter2\n',
    'sources:\n  - KEY: *hunter2\n',
    'sources:\n  - KEY: !hunter2 x\n',
    'sources:\n  - KEY: "hunter2\n',
    'sources:\n  - KEY: hunter2\n   hunter2\n',
    'sources:\n  - KEY: %hunter2\n  - @hunter2\n  - `hunter2`\n',
    'sources:\n  - KEY: |hunter2\n',
    'sources:\n  - KEY: "\\hunter2"\n',
    'sources: [{KEY: hunter2}} hunter2\n',
    `${head}      command: x\n      env: [hunter2]\n`,
    `${head}      command: x\n      env: {KEY: {hunter2: 1}}\n`,
    `${head}      command: [hunter2]\n`,
  ])('are not quoted by an error: %j', (text) => {
    try {
      const { findings } = parseWorkspaceFile(text, 'pegboard.yaml');
      expect(JSON.stringify(findings)).not.toContain('hunter2');
    } catch (error) {
      expect(isPegboardError(error)).toBe(true);
      expect(JSON.stringify(toErrorValue(error))).not.toContain('hunter2');
    }
  });
});
