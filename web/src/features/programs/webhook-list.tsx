import {
  disabledReasons,
  type Webhook,
  webhookKinds,
} from '@drawbridge/contract/programs/webhooks';
import { useQuery } from '@tanstack/react-query';
import { EllipsisVertical, Plus, Webhook as WebhookIcon } from 'lucide-react';
import { formatMoment } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmChange, useDialogs } from '../../ui/dialogs-of-list.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useChangeWebhook, useDeleteWebhook, useSendTest, webhooksQuery } from './api.ts';
import { ProgramList, ProgramRow } from './program-parts.tsx';

const loadDialogs = () => import('./webhook-dialogs.tsx');
const NewWebhookDialog = lazyDialog(loadDialogs, 'NewWebhookDialog');
const EditWebhookDialog = lazyDialog(loadDialogs, 'EditWebhookDialog');
const RotateDialog = lazyDialog(loadDialogs, 'RotateDialog');
const DeliveryLog = lazyDialog(() => import('./delivery-log.tsx'), 'DeliveryLog');

interface WebhookListProps {
  events: readonly { id: string; name: string }[];
  eventNames: ReadonlyMap<string, string>;
}

export function WebhookList({ events, eventNames }: WebhookListProps) {
  const webhooks = useQuery(webhooksQuery);
  const [open, dialog] = useDialogs(webhooks.data, {
    new: (close) => <NewWebhookDialog events={events} onClose={close} />,
    edit: (close, webhook) => (
      <EditWebhookDialog webhook={webhook} events={events} onClose={close} />
    ),
    rotate: (close, webhook) => <RotateDialog webhook={webhook} onClose={close} />,
    log: (close, webhook) => <DeliveryLog webhook={webhook} onClose={close} />,
    delete: (close, webhook) => <DeleteWebhookDialog webhook={webhook} onClose={close} />,
  });

  return (
    <section aria-labelledby="webhooks" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2.5">
        <div className="min-w-0">
          <h2 id="webhooks" className="text-xl">
            Webhooks
          </h2>
          <p className="text-ink-2 text-sm">Tell your other software what happens, as it happens</p>
        </div>
        <Button onClick={() => open('new')}>
          <Plus aria-hidden />
          New Webhook
        </Button>
      </header>
      <ProgramList
        what="webhooks"
        read={webhooks}
        icon={WebhookIcon}
        help="A webhook sends new leads and winners to an address of yours."
      >
        {(webhook) => (
          <WebhookRow
            webhook={webhook}
            eventNames={eventNames}
            onOpen={(name) => open(name, webhook.id)}
          />
        )}
      </ProgramList>
      {dialog}
    </section>
  );
}

function DeleteWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  return (
    <ConfirmChange
      title="Delete this webhook?"
      description={`Nothing more is sent to ${new URL(webhook.url).host}, and its log is deleted.`}
      confirmLabel="Delete"
      mutation={useDeleteWebhook(webhook)}
      onClose={onClose}
    />
  );
}

interface WebhookRowProps extends Pick<WebhookListProps, 'eventNames'> {
  webhook: Webhook;
  onOpen: (dialog: 'edit' | 'rotate' | 'delete' | 'log') => void;
}

function WebhookRow({ webhook, eventNames, onOpen }: WebhookRowProps) {
  const sendTest = useSendTest(webhook);
  const change = useChangeWebhook(webhook);
  const test = () => sendTest.mutate(undefined, { onSuccess: () => onOpen('log') });
  const { url, kinds, failingSince, disabledAt, disabledBecause } = webhook;
  const { host } = new URL(url);
  const items = [
    { label: 'Edit', onSelect: () => onOpen('edit') },
    ...(disabledAt ? [] : [{ label: 'Send a test', onSelect: test }]),
    { label: 'Rotate the secret', onSelect: () => onOpen('rotate') },
    {
      label: disabledAt ? 'Enable' : 'Disable',
      onSelect: () => change.mutate({ disabled: !disabledAt }),
    },
    { label: 'Delete', onSelect: () => onOpen('delete') },
  ];

  return (
    <ProgramRow
      heading={<h3 className="break-all font-medium">{url}</h3>}
      note={
        disabledBecause
          ? `${disabledReasons[disabledBecause]} · ${formatMoment(disabledAt ?? '')}`
          : failingSince
            ? `Failing since ${formatMoment(failingSince)}`
            : `Added ${formatMoment(webhook.createdAt)}`
      }
      owner={webhook.owner}
      state={
        disabledAt ? (
          <Badge tone="mute">Disabled</Badge>
        ) : (
          <Badge tone={failingSince ? 'wait' : 'ok'} dot>
            {failingSince ? 'Failing' : 'Working'}
          </Badge>
        )
      }
      chosen={kinds}
      choices={webhookKinds}
      eventId={webhook.eventId}
      eventNames={eventNames}
    >
      <div className="flex items-center gap-2">
        <Button size="small" aria-label={`Log of ${host}`} onClick={() => onOpen('log')}>
          Log
        </Button>
        <Menu items={items}>
          <IconButton icon={EllipsisVertical} label={`More for ${host}`} />
        </Menu>
      </div>
    </ProgramRow>
  );
}
