import { Button, TagsInput } from '@mantine/core';
import type { Persona } from '#shared/domain/tool-policy.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { emptyPolicy, type PolicyInputs, usePlayground } from '../../state/playground-store.ts';
import { strings } from '../../strings/playground.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import styles from './playground.module.css';
import { toolPolicyOf } from './search-request-of.ts';

const fields: readonly { key: keyof PolicyInputs; label: string; placeholder: string }[] = [
  { key: 'allowedTools', label: strings.policyFields.allowedTools, placeholder: strings.policyFields.all },
  { key: 'deniedTools', label: strings.policyFields.deniedTools, placeholder: strings.policyFields.none },
  { key: 'requiredTags', label: strings.policyFields.requiredTags, placeholder: strings.policyFields.none },
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
        {strings.policyFields.policyVisibility}{' '}
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
            clearButtonProps={{ 'aria-label': strings.policyFields.clear(label.toLowerCase()) }}
          />
        ))}
        {isActive && <Button onClick={() => set({ policy: emptyPolicy })}>{strings.policyFields.clearPolicy}</Button>}
      </div>
    </details>
  );
}

function visibilityText({ name, visible_tools: visible, hidden_tools: hidden }: Persona): string {
  return hidden.length === 0
    ? strings.policyFields.sees(name, visible.join(', '))
    : strings.policyFields.seesBut(name, visible.join(', '), hidden.join(', '));
}

function nobodyText(gone: string | null): string {
  return gone === null ? strings.policyFields.noPersonaSelectOne : strings.policyFields.pegboardYamlNoLonger(gone);
}

/** The names in what was entered: a value accepted by leaving the field may still hold several, or a comma. */
function namesIn(values: readonly string[]): string[] {
  return [...new Set(values.flatMap((value) => value.split(/[\s,]+/)).filter((name) => name !== ''))];
}
