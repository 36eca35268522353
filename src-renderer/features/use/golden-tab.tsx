import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UseGoldenProposal } from '#shared/domain/use-golden.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { useGolden } from '../../platform/golden-watch.ts';
import { formatCount } from '../../strings/count.ts';
import { strings } from '../../strings/use.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ToolName } from '../../ui/tool-name.tsx';
import {
  acceptProposal,
  openProposals,
  proposalsQuery,
  showSkipped,
  skipProposal,
  typedFor,
  typeProposal,
} from './golden-model.ts';
import styles from './use.module.css';
import { showFigure } from './use-model.ts';
import { focusUsePlace, usePlaces } from './use-places.ts';
import type { UseView } from './use-store.ts';

/** Golden queries in the words of real searches, one after the other: a person accepts, rewords or skips each. */
export function GoldenTab({ workspace, view }: { workspace: WorkspaceSummary; view: UseView }) {
  const persona = useActivePersona();
  const gone = useGonePersona();
  const { data, error } = useQuery({ ...proposalsQuery(workspace, persona?.name ?? null), enabled: gone === null });
  const golden = useGolden();
  if (gone !== null) return <p>{strings.golden.personaGone(gone)}</p>;
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <p role="status">{strings.golden.looking}</p>;
  const open = openProposals(data, golden, view);
  const [proposal] = open;
  return (
    <section aria-label={strings.golden.title} className={styles.golden} data-testid="use-golden">
      <h2 className="heading">{strings.golden.title}</h2>
      <p className="dim">{persona === null ? strings.golden.explained : strings.golden.explainedFor(persona.name)}</p>
      {proposal ? (
        <>
          <p role="status" data-testid="use-golden-left">
            {strings.golden.left(open.length)}
          </p>
          <Proposal key={proposal.query} path={workspace.path} view={view} proposal={proposal} />
        </>
      ) : (
        <p role="status" data-testid="use-golden-left">
          {strings.golden.none}
        </p>
      )}
      {view.skipped.length > 0 && (
        <p className="button-line">
          <Button title="K" onClick={showSkipped}>
            {strings.golden.showSkipped(view.skipped.length)}
          </Button>
        </p>
      )}
    </section>
  );
}

function Proposal({ path, view, proposal }: { path: string; view: UseView; proposal: UseGoldenProposal }) {
  const { query, tool, count, rank } = proposal;
  const text = typedFor(proposal, view);
  return (
    <>
      <Textarea
        id={usePlaces.words}
        label={strings.golden.words}
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        value={text}
        data-testid="use-golden-words"
        onChange={(event) => typeProposal(path, query, event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') focusUsePlace('figures');
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          acceptProposal();
          focusUsePlace('figures');
        }}
      />
      <dl className="facts">
        <div className="contents">
          <dt>{strings.golden.expected}</dt>
          <dd data-testid="use-golden-tool">
            <ToolName name={tool} />
          </dd>
        </div>
        <div className="contents">
          <dt>{strings.golden.asked}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
        <div className="contents">
          <dt>{strings.golden.found}</dt>
          <dd>{rank === null ? strings.golden.notFound : formatCount(rank)}</dd>
        </div>
      </dl>
      <div className="button-line">
        <Button variant="filled" title="Y" disabled={text.trim() === ''} onClick={acceptProposal}>
          {strings.golden.accept}
        </Button>
        <Button title="X" onClick={skipProposal}>
          {strings.golden.skip}
        </Button>
        <Button onClick={() => showFigure(path, { title: query, filter: { kind: 'search', query } })}>
          {strings.golden.showSearches}
        </Button>
      </div>
    </>
  );
}
