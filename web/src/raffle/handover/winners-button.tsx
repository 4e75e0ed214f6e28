import { Trophy } from 'lucide-react';
import { t } from '../../lib/texts/texts.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { DialogButton } from './hand-over-button.tsx';

const WinnersDialog = lazyDialog(
  () => import('./winners-dialog.tsx'),
  'WinnersDialog',
  'presenter',
);

/** For administrators; not beside the other button, because volunteers load that one alone. */
export function WinnersButton(props: { eventId: string }) {
  const label = t('workspace.winners');
  return <DialogButton {...props} icon={Trophy} label={label} dialog={WinnersDialog} />;
}
