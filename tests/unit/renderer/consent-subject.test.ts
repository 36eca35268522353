import { describe, expect, it } from 'vitest';
import { PegboardError } from '#shared/errors.ts';
import { consentSubjectOfError } from '../../../src-renderer/ui/consent-subject.ts';

describe('consentSubjectOfError', () => {
  it('reads what consent_required asks for', () => {
    const data = { source: 'a', runs: 'npx x', command: 'npx', args: ['x'], cwd: 'tools', variables: [] };
    expect(consentSubjectOfError(new PegboardError('consent_required', '…', { data }))).toEqual({
      command: 'npx',
      args: ['x'],
      cwd: 'tools',
      variables: [],
    });
    const reached = { source: 'a', url: 'https://mcp.example.com', headers: ['X-Key'] };
    expect(consentSubjectOfError(new PegboardError('consent_required', '…', { data: reached }))).toEqual({
      url: 'https://mcp.example.com',
      headers: ['X-Key'],
    });
  });

  it('is null for any other error, and for one that does not say what would run', () => {
    const data = { url: 'https://mcp.example.com', headers: [] };
    expect(consentSubjectOfError(new PegboardError('server_failed', '…', { data }))).toBeNull();
    expect(consentSubjectOfError(new PegboardError('consent_required', '…', { data: { command: 'npx' } }))).toBeNull();
  });
});
