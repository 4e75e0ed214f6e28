import { say } from '../lib/texts/say.ts';
import { Dialog, DialogBody } from '../ui/dialogs/dialog.tsx';

export interface ListedKey {
  /** The keys, pressed one after the other. */
  press: string;
  does: string;
}

export function KeysDialog({ keys, onClose }: { keys: readonly ListedKey[]; onClose: () => void }) {
  return (
    <Dialog
      title={say('Keyboard')}
      description={say('These keys work while nothing is being typed.')}
      onClose={onClose}
    >
      <DialogBody>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
          {keys.map(({ press, does }) => (
            <div key={press} className="contents">
              <dt className="flex gap-1">
                {press.split(' ').map((key) => (
                  <kbd
                    key={key}
                    className="min-w-7 rounded-s border bg-sunk px-1.5 py-0.5 text-center font-code text-sm"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{say(does)}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
