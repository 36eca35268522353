import { Modal } from '@mantine/core';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { strings } from '../../strings/tuner.ts';
import { BoardProposal } from '../optimize/board-proposal.tsx';

/** The always-loaded tools that use speaks for. */
export function ProposalDialog({
  workspace,
  isOpen,
  onClose,
}: {
  workspace: WorkspaceSummary;
  isOpen: boolean;
  onClose(): void;
}) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={strings.tunerPage.proposalFromUse} size={980}>
      {isOpen && <BoardProposal workspace={workspace} />}
    </Modal>
  );
}
