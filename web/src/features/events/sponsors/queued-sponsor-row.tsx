import { X } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { QueuedSponsor } from './sponsor-queue.ts';

interface QueuedSponsorRowProps {
  sponsor: QueuedSponsor;
  position: number;
  onRemove: () => void;
}

export function QueuedSponsorRow({ sponsor, position, onRemove }: QueuedSponsorRowProps) {
  return (
    <li className="flex items-center gap-3 py-1.5 pr-1.5 pl-3.5">
      <span className="w-5 shrink-0 font-display font-semibold text-ink-2 tabular-nums">
        {position}
      </span>
      <img
        src={sponsor.logo}
        alt=""
        // Light in both themes, because many logos are dark on a transparent background.
        className="light h-9 w-16 shrink-0 rounded-s border bg-card object-contain"
      />
      <span className="min-w-0 flex-1 truncate font-medium">{sponsor.name}</span>
      <IconButton icon={X} label={`Remove ${sponsor.name}`} onClick={onRemove} />
    </li>
  );
}
