import { Trophy } from 'lucide-react';
import { t } from '../../lib/texts/texts.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { DialogButton } from './hand-over-button.tsx';

const WinnersDialog = lazyDialog(
  () => import('./winners-dialog.tsx'),
  'WinnersDialog',
  'presenter',
);

/** The button for administrators. It is in a module of its own, because volunteers load only the other button. */
export function WinnersButton(props: { eventId: string; size?: 'small' | undefined }) {
  const label = t('workspace.winners');
  return <DialogButton {...props} icon={Trophy} label={label} dialog={WinnersDialog} />;
}
