import { describe, expect, it } from 'vitest';
import { chosenPersona, withPersona } from '../../../src-renderer/state/chosen-persona.ts';

const support = { name: 'support', tool_context: {}, visible_tools: ['*'], hidden_tools: [] };

describe('the chosen persona', () => {
  it('is one of the configuration, or nobody', () => {
    expect(chosenPersona('support', [support])).toEqual({ kind: 'active', persona: support });
    expect(chosenPersona(null, [support])).toEqual({ kind: 'none' });
  });

  it('is gone when the configuration no longer has it: that is not the same as nobody', () => {
    expect(chosenPersona('support', [])).toEqual({ kind: 'gone', name: 'support' });
  });

  it('is nobody while the configuration is not known', () => {
    expect(chosenPersona('support', undefined)).toEqual({ kind: 'none' });
  });

  it('is remembered for each workspace', () => {
    const personas = withPersona({ '/a': 'support' }, '/b', 'ops');
    expect(personas).toEqual({ '/a': 'support', '/b': 'ops' });
    expect(withPersona(personas, '/a', null)).toEqual({ '/b': 'ops' });
  });
});
