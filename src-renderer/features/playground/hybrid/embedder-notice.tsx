import { Button, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ModelStatus } from '#shared/domain/model-status.ts';
import type { ErrorValue, PegboardError } from '#shared/errors.ts';
import { useClient } from '../../../platform/client.ts';
import { strings } from '../../../strings/playground-scores.ts';
import { DialogButtons } from '../../../ui/dialog-form.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { fill } from '../../../ui/fill.tsx';
import { toPegboardError } from '../../../ui/pegboard-error.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { focusPlace } from '../focus-places.ts';
import styles from '../playground.module.css';

const subjectSchema = z.object({ url: z.string(), headers: z.array(z.string()), model: z.string() });
type Subject = z.infer<typeof subjectSchema>;

/** Says why the vectors that a search wanted are missing, and asks for consent where that is the reason. */
export function EmbedderNotice({ problem, status }: { problem: ErrorValue; status?: ModelStatus | undefined }) {
  const [isAsking, setAsking] = useState(false);
  const subject = problem.code === 'consent_required' ? (subjectSchema.safeParse(problem.data).data ?? null) : null;
  return (
    <div className={styles.notice} role="status" data-testid="embedder-notice">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {status ? (
          <VisibleText text={status.message} />
        ) : (
          fill(strings.embedderNotice.thisSearchUsedWords, { message: <VisibleText text={problem.message} /> })
        )}
        {subject === null && problem.hint && <VisibleText as="div" className="dim" text={problem.hint} />}
      </span>
      {subject && (
        <Button className="keeps push" onClick={() => setAsking(true)}>
          {strings.embedderNotice.review}
        </Button>
      )}
      {subject && <EmbedderConsent subject={subject} opened={isAsking} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Says that the model of the workspace did not compare the meanings, although nothing is wrong. */
export function ModelNotice({ status }: { status: ModelStatus | undefined }) {
  if (!status || status.state === 'answered') return null;
  return (
    <div className={styles.notice} role="status" data-testid="model-notice">
      <IconAlertTriangle size={16} aria-hidden />
      <VisibleText text={status.message} />
    </div>
  );
}

/** The focus starts on Cancel, so that neither Enter nor Space sends anything unread. */
function EmbedderConsent({ subject, opened, onClose }: { subject: Subject; opened: boolean; onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const [error, setError] = useState<PegboardError | null>(null);
  const agree = async () => {
    try {
      await client.search.agreeToEmbedder({ url: subject.url, headers: subject.headers });
      onClose();
      await queries.invalidateQueries({ queryKey: ['tool-search'] });
      focusPlace('query');
    } catch (failure) {
      setError(toPegboardError(failure));
    }
  };
  return (
    <Modal opened={opened} onClose={onClose} title={strings.embedderNotice.sendTextsEmbedder} size={640}>
      <Stack gap="md" data-testid="embedder-consent">
        <div>{strings.embedderNotice.hybridSearchSendsNames}</div>
        <dl className={styles.subject}>
          <Fact name={strings.embedderNotice.facts.address} values={[subject.url]} />
          <Fact name={strings.embedderNotice.facts.model} values={[subject.model]} />
          <Fact name={strings.embedderNotice.facts.headers} values={subject.headers} />
        </dl>
        {error && <ErrorNotice error={error} />}
        <div className="dim">{strings.embedderNotice.nothingHasBeenSent}</div>
        <DialogButtons act={strings.embedderNotice.agreeSend} startsOn="cancel" onAct={agree} onCancel={onClose} />
      </Stack>
    </Modal>
  );
}

function Fact({ name, values }: { name: string; values: readonly string[] }) {
  return (
    <>
      <dt className="dim">{name}</dt>
      <dd className="mono">
        {values.length === 0 && <span className="dim">{strings.embedderNotice.none}</span>}
        {values.map((value) => (
          <VisibleText as="div" key={value} text={value} lines={false} />
        ))}
      </dd>
    </>
  );
}
