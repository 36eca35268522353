import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { strings } from '../../strings/optimize.ts';
import { BoardProposal } from '../optimize/board-proposal.tsx';
import { MoreProposals } from '../optimize/more-proposals.tsx';
import { FigureButton } from './figure-button.tsx';

/** What use speaks for: another choice of always-loaded tools, with the events behind each call; words, schemas and skills. */
export function ProposalsTab({ workspace }: { workspace: WorkspaceSummary }) {
  const { path } = workspace;
  return (
    <>
      <h2 className="heading">{strings.boardProposal.alwaysLoaded}</h2>
      <BoardProposal
        workspace={workspace}
        callsFigure={(tool, calls) => (
          <FigureButton path={path} what={tool} filter={{ kind: 'call', tool }} value={calls} />
        )}
      />
      <MoreProposals workspace={workspace} />
    </>
  );
}
