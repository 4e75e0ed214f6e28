import { forfeitInput } from '@drawbridge/contract/draws';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { useForfeitWin } from '../api.ts';
import type { Forfeit } from '../stage-phase.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface ForfeitDialogProps {
  result: RaffleResult;
  prize: Prize | undefined;
  onForfeited: (forfeit: Forfeit) => void;
  onClose: () => void;
}

export function ForfeitDialog({ result, prize, onForfeited, onClose }: ForfeitDialogProps) {
  const { eventId, number, prizeId, winner } = result;
  const forfeitWin = useForfeitWin(eventId);
  const drawable = prize
    ? `${prize.name} can then be drawn again.`
    : 'Another winner can then be drawn.';

  function forfeit(reason: string) {
    forfeitWin.mutate(
      { result, reason },
      {
        onSuccess: () => {
          onClose();
          onForfeited({ forfeits: number, prizeId, reason, name: winner.name });
        },
      },
    );
  }

  return (
    <ReasonDialog
      title="Winner not here?"
      description={`${drawable} ${winner.name} cannot win again at this event; the reason stays in the public record.`}
      input={forfeitInput}
      usual={['Not present', 'Declined the prize', 'Not allowed to take part']}
      submitLabel={prize ? 'Release Prize' : 'Release Win'}
      pendingLabel="Releasing..."
      pending={forfeitWin.isPending}
      onSubmit={forfeit}
      onClose={onClose}
    />
  );
}
