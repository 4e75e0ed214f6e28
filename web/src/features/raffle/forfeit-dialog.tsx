import { forfeitInput } from '@drawbridge/contract/draws';
import type { Prize } from '@drawbridge/contract/prizes';
import type { RaffleResult } from '@drawbridge/contract/raffle';
import { useForfeitWin } from './api.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { Forfeit } from './stage-phase.ts';

interface ForfeitDialogProps {
  result: RaffleResult;
  prize: Prize | undefined;
  onForfeited: (forfeit: Forfeit) => void;
  onClose: () => void;
}

export function ForfeitDialog({ result, prize, onForfeited, onClose }: ForfeitDialogProps) {
  const { eventId, number, prizeId, winner } = result;
  const forfeitWin = useForfeitWin(eventId);

  function forfeit(reason: string) {
    forfeitWin.mutate(
      { result, reason },
      {
        onSuccess: () => {
          onClose();
          onForfeited({ forfeits: number, prizeId, reason });
        },
      },
    );
  }

  return (
    <ReasonDialog
      title="Not here: draw again"
      description={`${winner.name} gives up ${prize ? prize.name : 'the win'} and cannot win again at this event. The draw and your reason stay in the public record.`}
      input={forfeitInput}
      suggestion="Not present"
      submitLabel="Give Up Win"
      pendingLabel="Giving up..."
      pending={forfeitWin.isPending}
      onSubmit={forfeit}
      onClose={onClose}
    />
  );
}
