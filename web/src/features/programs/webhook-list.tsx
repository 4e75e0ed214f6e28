import {
  disabledReasons,
  type Webhook,
  webhookKinds,
} from '@drawbridge/contract/programs/webhooks';
import { EllipsisVertical, Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useChangeWebhook, useDeleteWebhook, useSendTest, webhooksQuery } from './api.ts';
import { ProgramList, ProgramRow } from './program-parts.tsx';

const loadDialogs = () => import('./webhook-dialogs.tsx');
const WebhookDialog = lazyDialog(loadDialogs, 'WebhookDialog');
const RotateDialog = lazyDialog(loadDialogs, 'RotateDialog');
const DeliveryLog = lazyDialog(() => import('./delivery-log.tsx'), 'DeliveryLog');

type Opened = 'edit' | 'rotate' | 'delete' | 'log';

interface WebhookListProps {
  events: readonly { id: string; name: string }[];
  eventNames: ReadonlyMap<string, string>;
}

export function WebhookList({ events, eventNames }: WebhookListProps) {
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<{ what: Opened; webhook: Webhook }>();
  const sendTest = useSendTest();
  const change = useChangeWebhook();
  const deleteWebhook = useDeleteWebhook();
  const close = () => setOpened(undefined);
  const { what, webhook } = opened ?? {};

  return (
    <section aria-labelledby="webhooks" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2.5">
        <div className="min-w-0">
          <h2 id="webhooks" className="text-xl">
            Webhooks
          </h2>
          <p className="text-ink-2 text-sm">Tell your other software what happens, as it happens</p>
        </div>
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          New Webhook
        </Button>
      </header>
      <ProgramList
        what="webhooks"
        query={webhooksQuery}
        icon={WebhookIcon}
        help="A webhook sends new leads and winners to an address of yours."
      >
        {(row) => (
          <WebhookRow
            webhook={row}
            eventNames={eventNames}
            onOpen={(wanted) => setOpened({ what: wanted, webhook: row })}
            onTest={() =>
              sendTest.mutate(row, { onSuccess: () => setOpened({ what: 'log', webhook: row }) })
            }
            onDisable={(disabled) => change.mutate({ id: row.id, disabled })}
          />
        )}
      </ProgramList>
      {adding && <WebhookDialog events={events} onClose={() => setAdding(false)} />}
      {webhook && what === 'edit' && (
        <WebhookDialog webhook={webhook} events={events} onClose={close} />
      )}
      {webhook && what === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {webhook && what === 'log' && <DeliveryLog webhook={webhook} onClose={close} />}
      {webhook && what === 'delete' && (
        <ConfirmDialog
          title="Delete this webhook?"
          description={`Nothing more is sent to ${new URL(webhook.url).host}, and its log is deleted.`}
          confirmLabel="Delete"
          destructive
          pending={deleteWebhook.isPending}
          onConfirm={() => deleteWebhook.mutate(webhook, { onSettled: close })}
          onClose={close}
        />
      )}
    </section>
  );
}

interface WebhookRowProps extends Pick<WebhookListProps, 'eventNames'> {
  webhook: Webhook;
  onOpen: (what: Opened) => void;
  onTest: () => void;
  onDisable: (disabled: boolean) => void;
}

function WebhookRow({ webhook, eventNames, onOpen, onTest, onDisable }: WebhookRowProps) {
  const { url, kinds, failingSince, disabledAt, disabledBecause } = webhook;
  const { host } = new URL(url);
  const items = [
    { label: 'Edit', onSelect: () => onOpen('edit') },
    ...(disabledAt ? [] : [{ label: 'Send a test', onSelect: onTest }]),
    { label: 'Rotate the secret', onSelect: () => onOpen('rotate') },
    { label: disabledAt ? 'Enable' : 'Disable', onSelect: () => onDisable(!disabledAt) },
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
