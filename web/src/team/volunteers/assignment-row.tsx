import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { replaceRow } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ASSIGNMENTS, type VolunteerScreen, words } from './api.ts';

interface AssignmentRowProps {
  screen: VolunteerScreen;
  assignmentId: string;
  /** The name of the assigned volunteer, or of the event. */
  name: string;
  note: string | undefined;
  icon?: ReactNode;
  /** Shows a code that logs in the volunteer's phone. The row then has a menu for the rest. */
  onShowCode?: (() => void) | undefined;
}

export function AssignmentRow(props: AssignmentRowProps) {
  const { screen, assignmentId, name, note, icon, onShowCode } = props;
  const params = { assignmentId };
  const revoke = useApiMutation({
    send: () => api.patch('/api/volunteer-assignments/:assignmentId/revoke', { params }),
    // The list contains revoked assignments, too.
    show: (revoked) => replaceRow(ASSIGNMENTS, revoked),
    success: words[screen].revoked,
    undo: () => ({
      send: () => api.post('/api/volunteer-assignments/:assignmentId/restore', { params }),
      done: say('Assignment restored'),
      failure: say('Failed to restore assignment'),
    }),
    failure: say('Revoke failed'),
    changes: [ASSIGNMENTS],
  });
  return (
    <li className="flex items-center gap-x-3 gap-y-1.5 py-2.5 pe-2.5 ps-3.5 max-sm:flex-wrap">
      {icon}
      <div className="min-w-0 flex-1 max-sm:basis-48">
        <p className="truncate font-medium">{name}</p>
        {note && <p className="break-words text-ink-2 text-sm tabular-nums">{note}</p>}
      </div>
      {onShowCode ? (
        <div className="ms-auto flex items-center gap-1">
          <Button
            size="small"
            aria-label={say('Show code for {name}', { name })}
            onClick={onShowCode}
          >
            {say('Show code')}
          </Button>
          <Menu
            items={[
              {
                label: say('Remove'),
                hint: say('From this event, at once. Their leads stay.'),
                onSelect: () => revoke.mutate(),
              },
            ]}
          >
            <IconButton
              icon={Ellipsis}
              label={say('More for {name}', { name })}
              pending={revoke.isPending}
            />
          </Menu>
        </div>
      ) : (
        <Button
          size="small"
          variant="danger"
          aria-label={say('Remove {name}', { name })}
          pending={revoke.isPending}
          onClick={() => revoke.mutate()}
        >
          {say('Remove')}
        </Button>
      )}
    </li>
  );
}
