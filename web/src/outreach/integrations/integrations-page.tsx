import { scopes } from '@drawbridge/contract/core/scopes';
import {
  disabledReasons,
  type Webhook,
  webhookKinds,
} from '@drawbridge/contract/outreach/webhooks';
import type { Token } from '@drawbridge/contract/team/tokens';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { Ellipsis, KeyRound, type LucideIcon, Plus, Webhook as WebhookIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { adminApiQuery, apiQuery } from '../../lib/queries/query-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { formatTimestamp, formatTimestampDay } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { ConfirmMutationDialog, useDialogs } from '../../ui/dialogs/use-dialogs.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PageHeader, SectionHeader } from '../../ui/page-header.tsx';
import { Resource } from '../../ui/resource.tsx';
import { TOOLTIP } from '../../ui/tooltip.tsx';

const TOKENS = '/api/tokens';
const WEBHOOKS = '/api/webhooks';

const loadDialogs = () => import('./integration-dialogs.tsx');
const NewTokenDialog = lazyDialog(loadDialogs, 'NewTokenDialog');
const ConfirmTokenDialog = lazyDialog(loadDialogs, 'ConfirmTokenDialog');
const NewWebhookDialog = lazyDialog(loadDialogs, 'NewWebhookDialog');
const EditWebhookDialog = lazyDialog(loadDialogs, 'EditWebhookDialog');
const RotateDialog = lazyDialog(loadDialogs, 'RotateDialog');
const DeliveryLog = lazyDialog(() => import('./delivery-log.tsx'), 'DeliveryLog');

export function IntegrationsPage() {
  const [tokens, { data: events = [] }] = useQueries({
    queries: [{ ...apiQuery(TOKENS), staleTime: 0 }, adminApiQuery('/api/events')],
  });
  const eventNames = new Map(events.map(({ id, name }) => [id, name]));
  const [open, dialog] = useDialogs(tokens.data, {
    new: (close) => <NewTokenDialog events={events} onClose={close} />,
    confirm: (close, token) => <ConfirmTokenDialog token={token} onClose={close} />,
    revoke: (close, { id, name }) => (
      <ConfirmMutationDialog
        title={say('Revoke {name}?', { name })}
        description={say('The program loses access immediately. Data it has created stays.')}
        confirmLabel={say('Revoke')}
        mutation={{
          send: () => api.delete('/api/tokens/:tokenId', { params: { tokenId: id } }),
          success: {
            title: say('Token revoked'),
            description: say('{name} can no longer use the API', { name }),
          },
          failure: say('Could not revoke the token'),
          changes: [TOKENS],
        }}
        onClose={close}
      />
    ),
  });

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={say('Integrations')}
        subtitle={say('Connect Drawbridge to your other software')}
      />
      <section aria-labelledby="tokens" className="flex flex-col gap-4">
        <SectionHeader
          id="tokens"
          title={say('Tokens')}
          subtitle={say('Give your own programs access to the API')}
        >
          <Button icon={Plus} variant="primary" onClick={() => open('new')}>
            {say('New Token')}
          </Button>
        </SectionHeader>
        <ProgramList
          label={say('tokens')}
          empty={say('No tokens yet')}
          what={{ loading: say('Loading tokens'), failed: say('Could not load tokens') }}
          read={tokens}
          icon={KeyRound}
          help={say('A token lets your own program read or add leads.')}
        >
          {(token) => (
            <TokenRow
              token={token}
              eventNames={eventNames}
              onOpen={(name) => open(name, token.id)}
            />
          )}
        </ProgramList>
      </section>
      <WebhookList events={events} eventNames={eventNames} />
      {dialog}
    </div>
  );
}

interface WebhookListProps {
  events: readonly { id: string; name: string }[];
  eventNames: ReadonlyMap<string, string>;
}

function WebhookList({ events, eventNames }: WebhookListProps) {
  const webhooks = useQuery({ ...apiQuery(WEBHOOKS), staleTime: 0 });
  const [open, dialog] = useDialogs(webhooks.data, {
    new: (close) => <NewWebhookDialog events={events} onClose={close} />,
    edit: (close, webhook) => (
      <EditWebhookDialog webhook={webhook} events={events} onClose={close} />
    ),
    rotate: (close, webhook) => <RotateDialog webhook={webhook} onClose={close} />,
    log: (close, webhook) => <DeliveryLog webhook={webhook} onClose={close} />,
    delete: (close, { id, url }) => (
      <ConfirmMutationDialog
        title={say('Delete this webhook?')}
        description={say('No more messages are sent to {host}. Its log is deleted.', {
          host: new URL(url).host,
        })}
        confirmLabel={say('Delete')}
        mutation={{
          send: () => api.delete('/api/webhooks/:webhookId', { params: { webhookId: id } }),
          success: { title: say('Webhook deleted') },
          failure: say('Webhook not deleted'),
          changes: [WEBHOOKS],
        }}
        onClose={close}
      />
    ),
  });

  return (
    <section aria-labelledby="webhooks" className="flex flex-col gap-4">
      <SectionHeader
        id="webhooks"
        title={say('Webhooks')}
        subtitle={say('Send changes to your other software as they happen')}
      >
        <Button icon={Plus} onClick={() => open('new')}>
          {say('New Webhook')}
        </Button>
      </SectionHeader>
      <ProgramList
        label={say('webhooks')}
        empty={say('No webhooks yet')}
        what={{ loading: say('Loading webhooks'), failed: say('Could not load webhooks') }}
        read={webhooks}
        icon={WebhookIcon}
        help={say('A webhook sends new leads and winners to your own address.')}
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

interface WebhookRowProps extends Pick<WebhookListProps, 'eventNames'> {
  webhook: Webhook;
  onOpen: (dialog: 'edit' | 'rotate' | 'delete' | 'log') => void;
}

function WebhookRow({ webhook, eventNames, onOpen }: WebhookRowProps) {
  const params = { webhookId: webhook.id };
  const sendTest = useApiMutation({
    send: () => api.post('/api/webhooks/:webhookId/test', { params }),
    failure: say('Could not send the test'),
    changes: [WEBHOOKS],
  });
  const change = useApiMutation({
    send: (disabled: boolean) =>
      api.patch('/api/webhooks/:webhookId', { params, body: { disabled } }),
    success: (_answer, disabled) => ({
      title: disabled ? say('Webhook disabled') : say('Webhook enabled'),
    }),
    changes: [WEBHOOKS],
  });
  const test = () => sendTest.mutate(undefined, { onSuccess: () => onOpen('log') });
  const { url, kinds, failingSince, disabledAt, disabledBecause } = webhook;
  const { host } = new URL(url);
  const items = [
    { label: say('Edit'), onSelect: () => onOpen('edit') },
    ...(disabledAt ? [] : [{ label: say('Send a test'), onSelect: test }]),
    { label: say('Rotate the secret'), onSelect: () => onOpen('rotate') },
    {
      label: disabledAt ? say('Enable') : say('Disable'),
      onSelect: () => change.mutate(!disabledAt),
    },
    { label: say('Delete'), onSelect: () => onOpen('delete') },
  ];

  return (
    <ProgramRow
      heading={<h3 className="break-all font-medium">{url}</h3>}
      note={
        disabledBecause
          ? `${say(disabledReasons[disabledBecause])} · ${formatTimestamp(disabledAt ?? '')}`
          : failingSince
            ? say('Failing since {failingSince}', { failingSince: formatTimestamp(failingSince) })
            : say('Added {createdAt}', { createdAt: formatTimestamp(webhook.createdAt) })
      }
      owner={webhook.owner}
      state={
        disabledAt ? (
          <Badge tone="mute">{say('Disabled')}</Badge>
        ) : (
          <Badge tone={failingSince ? 'wait' : 'ok'} dot>
            {failingSince ? say('Failing') : say('Enabled')}
          </Badge>
        )
      }
      chosen={kinds}
      choices={webhookKinds}
      eventId={webhook.eventId}
      eventNames={eventNames}
    >
      <div className="flex items-center gap-2">
        <Button
          size="small"
          aria-label={say('Log of {host}', { host })}
          onClick={() => onOpen('log')}
        >
          {say('Log')}
        </Button>
        <Menu items={items}>
          <IconButton icon={Ellipsis} label={say('More for {host}', { host })} />
        </Menu>
      </div>
    </ProgramRow>
  );
}

interface TokenRowProps {
  token: Token;
  eventNames: ReadonlyMap<string, string>;
  onOpen: (dialog: 'confirm' | 'revoke') => void;
}

function TokenRow({ token, eventNames, onOpen }: TokenRowProps) {
  const { name, expiresAt, lastUsedAt, confirmed } = token;
  const ended = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  const used = lastUsedAt
    ? say('Last used {moment}', { moment: formatTimestamp(lastUsedAt) })
    : say('Never used');
  const day = expiresAt && formatTimestampDay(expiresAt);
  const end = day && ` · ${ended ? say('Expired {day}', { day }) : say('Expires {day}', { day })}`;

  return (
    <ProgramRow
      heading={<h3 className="break-words text-lg">{name}</h3>}
      note={`${used}${end ?? ''}`}
      owner={token.owner}
      state={
        (ended || !confirmed) && (
          <Badge tone="wait">{ended ? say('Expired') : say('Restored, not confirmed')}</Badge>
        )
      }
      chosen={token.scopes}
      choices={scopes}
      eventId={token.eventId}
      eventNames={eventNames}
    >
      {!confirmed && (
        <Button
          size="small"
          aria-label={say('Confirm {name}', { name })}
          onClick={() => onOpen('confirm')}
        >
          {say('Confirm')}
        </Button>
      )}
      <Button
        size="small"
        variant="danger"
        aria-label={say('Revoke {name}', { name })}
        onClick={() => onOpen('revoke')}
      >
        {say('Revoke')}
      </Button>
    </ProgramRow>
  );
}

interface ProgramListProps<Row> {
  label: string;
  what: { loading: string; failed: string };
  /** 'No tokens yet' */
  empty: string;
  read: UseQueryResult<Row[]>;
  icon: LucideIcon;
  help: string;
  /** Renders a row as an `li`. */
  children: (row: Row) => ReactNode;
}

function ProgramList<Row extends { id: string }>(props: ProgramListProps<Row>) {
  const { label, what, empty, read, icon, help, children } = props;
  return (
    <Resource card reads={[read]} what={what} empty={{ icon, title: empty, help }}>
      {(rows) => (
        <ul aria-label={label} className="divide-y divide-line rounded-l border bg-card">
          {rows.map((row) => (
            <Fragment key={row.id}>{children(row)}</Fragment>
          ))}
        </ul>
      )}
    </Resource>
  );
}

interface ProgramRowProps {
  heading: ReactNode;
  /** One line below the heading. */
  note: string;
  owner: Token['owner'];
  state?: ReactNode;
  /** The chosen permissions or events, with their descriptions. */
  chosen: readonly string[];
  choices: Readonly<Record<string, string>>;
  /** The id of the only event it is limited to. */
  eventId: string | null;
  eventNames: ReadonlyMap<string, string>;
  children: ReactNode;
}

function ProgramRow(props: ProgramRowProps) {
  const { heading, note, owner, state, chosen, choices, eventId, eventNames, children } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3.5 md:px-5">
      <div className="min-w-0 flex-1 basis-60">
        {heading}
        <p className="text-ink-2 text-sm">
          {note} · {owner ? say('Owner: {name}', { name: owner.name }) : say('Owner unknown')}
        </p>
        <div className="mt-2 flex flex-wrap gap-1.5">
          {state}
          {chosen.map((name) => (
            <span key={name} {...{ [TOOLTIP]: say(choices[name] ?? '') }}>
              <Badge>{name}</Badge>
            </span>
          ))}
          {eventId && (
            <Badge tone="accent">{eventNames.get(eventId) ?? say('A deleted event')}</Badge>
          )}
        </div>
      </div>
      {children}
    </li>
  );
}
