import type { Sponsor } from '@drawbridge/contract/sponsors';
import { Pencil, Trash2 } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useRemoveSponsor } from './api.ts';

interface SponsorRowProps {
  sponsor: Sponsor;
  /** Whether this sponsor is in the form. */
  edited: boolean;
  onEdit: () => void;
  onRemoved: () => void;
}

export function SponsorRow({ sponsor, edited, onEdit, onRemoved }: SponsorRowProps) {
  const removeSponsor = useRemoveSponsor();
  const name = sponsor.name ?? 'Unnamed sponsor';

  return (
    <li
      className={classNames(
        'flex items-center gap-3.5 py-2 pr-1.5 pl-2.5 first:rounded-t-m last:rounded-b-m',
        edited && 'bg-accent-soft',
      )}
    >
      {/* Logos are made for paper, so they get a light background in the dark theme too. */}
      <span className="light flex h-12 w-20 shrink-0 items-center justify-center rounded-s border bg-card p-1.5">
        <img src={sponsor.logo} alt="" className="max-h-full max-w-full object-contain" />
      </span>
      <p
        className={classNames(
          'line-clamp-2 min-w-0 flex-1 break-words',
          sponsor.name ? 'font-medium' : 'text-ink-2',
        )}
      >
        {name}
      </p>
      <div className="flex shrink-0">
        <IconButton icon={Pencil} label={`Edit ${name}`} onClick={onEdit} />
        <IconButton
          icon={Trash2}
          danger
          label={`Delete ${name}`}
          pending={removeSponsor.isPending}
          onClick={() => removeSponsor.mutate(sponsor.id, { onSuccess: onRemoved })}
        />
      </div>
    </li>
  );
}
