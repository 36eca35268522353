import { describe, expect, it } from 'vitest';
import { shownConfigText } from '#core/workspace/config-text.ts';
import { parseWorkspaceFile } from '#core/workspace/workspace-file.ts';

const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
const text = `# kept
sources:
  - name: github
    path: sources/github.json
    format: tools_list
    mcp:
      command: npx
      args: [server]
      env:
        GITHUB_TOKEN: ${token}
        LONG_SECRET: |
          first-part-of-a-secret
          second-part-of-a-secret
        NODE_ENV: production
policy: {denied_tools: [a.b]} # line 15
`;

describe('the file as the screen shows it', () => {
  const shown = shownConfigText(parseWorkspaceFile(text, '/w/pegboard.yaml'));

  it('has no secret in either format, and everything else', () => {
    for (const format of [shown.yaml, shown.json]) {
      expect(format).not.toMatch(/ghp_|part-of-a-secret/);
      expect(format).toContain('production');
      expect(format).toContain('[hidden]');
    }
    expect(JSON.parse(shown.json)).toMatchObject({ policy: { denied_tools: ['a.b'] } });
  });

  it('keeps every line at its number, since findings name lines', () => {
    const lines = shown.yaml.split('\n');
    expect(lines).toHaveLength(text.split('\n').length);
    expect(lines[14]).toBe('policy: {denied_tools: [a.b]} # line 15');
  });
});
