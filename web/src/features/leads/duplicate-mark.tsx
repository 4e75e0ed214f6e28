import { Copy } from 'lucide-react';
import { Tooltip } from '../../ui/tooltip.tsx';

interface DuplicateMarkProps {
  name: string;
  onShow: () => void;
}

/** Says quietly that the person is already in the list; pressing it shows both. */
export function DuplicateMark({ name, onShow }: DuplicateMarkProps) {
  return (
    <Tooltip text="Same phone or email as an earlier lead of this event. Press to see them together.">
      <button
        type="button"
        aria-label={`Duplicate: show the leads with the contact details of ${name}`}
        onClick={onShow}
        // The invisible edge around it makes it big enough for fingers.
        className="relative flex size-5 shrink-0 items-center justify-center rounded-s text-ink-2 after:absolute after:-inset-3 hover:bg-mute-soft hover:text-ink md:after:-inset-0.5"
      >
        <Copy aria-hidden className="size-3.5" />
      </button>
    </Tooltip>
  );
}
