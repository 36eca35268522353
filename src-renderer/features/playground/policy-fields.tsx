import { Button, TagsInput } from '@mantine/core';
import type { Persona } from '#shared/domain/tool-policy.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { emptyPolicy, type PolicyInputs, usePlayground } from '../../state/playground-store.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './playground.module.css';
import { toolPolicyOf } from './search-request-of.ts';

const fields: readonly { key: keyof PolicyInputs; label: string; placeholder: string }[] = [
  { key: 'allowedTools', label: 'Allowed tools', placeholder: 'all' },
  { key: 'deniedTools', label: 'Denied tools', placeholder: 'none' },
  { key: 'requiredTags', label: 'Required tags', placeholder: 'none' },
];

/** Who searches and what they may see. Both only narrow what the workspace's own policy leaves. */
export function PolicyFields() {
  const policy = usePlayground((state) => state.policy);
  const set = usePlayground((state) => state.set);
  const persona = useActivePersona();
  const gone = useGonePersona();
  const isActive = toolPolicyOf(policy) !== null;
  return (
    <details>
      <summary className="more-summary">
        Policy and visibility{' '}
        {(isActive || persona) && (
          <span>· {[persona?.name, isActive ? 'policy' : null].filter(Boolean).join(' + ')}</span>
        )}
      </summary>
      <div className={styles.disclosureBody}>
        <div className="dim note above-4">
          <VisibleText text={persona ? visibilityText(persona) : nobodyText(gone)} />
        </div>
        {fields.map(({ key, label, placeholder }) => (
          <TagsInput
            key={key}
            label={label}
            placeholder={policy[key].length === 0 ? placeholder : undefined}
            value={[...policy[key]]}
            splitChars={[',', ' ']}
            onChange={(values) => set({ policy: { ...policy, [key]: namesIn(values) } })}
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
          />
        ))}
        {isActive && <Button onClick={() => set({ policy: emptyPolicy })}>Clear the policy</Button>}
      </div>
    </details>
  );
}

function visibilityText({ name, visible_tools: visible, hidden_tools: hidden }: Persona): string {
  return `As ${name}: sees ${visible.join(', ')}${hidden.length > 0 ? ` but not ${hidden.join(', ')}` : ''}.`;
}

function nobodyText(gone: string | null): string {
  return gone === null
    ? 'Without a persona. Choose one at the top right.'
    : `Persona ${gone} is gone from pegboard.yaml. Choose one, or none, at the top right.`;
}

/** The names in what was entered: a value accepted by leaving the field may still hold several, or a comma. */
function namesIn(values: readonly string[]): string[] {
  return [...new Set(values.flatMap((value) => value.split(/[\s,]+/)).filter((name) => name !== ''))];
}
