import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { tokenInHash } from '../../../src-renderer/platform/session-token.ts';
import { toPegboardError } from '../../../src-renderer/ui/pegboard-error.ts';

describe('errors of calls', () => {
  it('become what the backend threw', () => {
    const data = { code: 'invalid_json', message: 'tools.json:1:2: not valid', hint: 'Check it.' };
    const error = toPegboardError(new ORPCError('PEGBOARD', { data }));
    expect(error).toMatchObject(data);
  });

  it('are internal when nobody defined them, without their own text', () => {
    const error = toPegboardError(new Error('secret'));
    expect(error.code).toBe('internal');
    expect(error.message).not.toContain('secret');
    expect(toPegboardError(new ORPCError('PEGBOARD', { data: { code: 'nonsense' } })).code).toBe('internal');
  });
});

describe('the token of a launch', () => {
  it('is read from the fragment', () => {
    expect(tokenInHash('#token=abc_-1')).toBe('abc_-1');
    expect(tokenInHash('')).toBeNull();
    expect(tokenInHash('#token=')).toBeNull();
  });
});
