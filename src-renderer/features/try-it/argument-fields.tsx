import { useMemo } from 'react';
import { ArgumentField } from './argument-field.tsx';
import { ObjectFields } from './field-groups.tsx';
import { useArgumentsForm } from './form-context.ts';
import { formField } from './form-field.ts';
import styles from './try-it.module.css';

/** The arguments as fields, one for each property of the schema. */
export function ArgumentFields() {
  const { trial, root } = useArgumentsForm();
  const field = useMemo(() => formField(root, root), [root]);
  const isEmpty = field.shape.kind !== 'object' && Object.keys(trial.args).length === 0;
  return (
    <div className="grid gap-12">
      {isEmpty && (
        <p className={styles.empty}>Its schema names no arguments: call it as it is, or write some as JSON.</p>
      )}
      <ObjectFields Field={ArgumentField} field={field} path={[]} />
    </div>
  );
}
