import { english } from '@drawbridge/contract/languages/english';
import { type Delivery, type Webhook, webhookKinds } from '@drawbridge/contract/outreach/webhooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, getPage, urlOf } from '../../lib/api/api-client.ts';
import { useApiMutation } from '../../lib/queries/use-api-mutation.ts';
import { formatTimestamp } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody } from '../../ui/dialogs/dialog.tsx';
import { EmptyState, Resource } from '../../ui/resource.tsx';

const DELIVERIES = '/api/webhooks/:webhookId/deliveries';

/** A page of the log, to which deliveries are added while it is open. */
const deliveriesQuery = (url: string) => ({
  queryKey: [url],
  queryFn: ({ signal }: { signal: AbortSignal }) => getPage<typeof DELIVERIES>(url, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchInterval: 2_000,
});

const states = {
  waiting: ['wait', english('Waiting')],
  delivered: ['ok', english('Delivered')],
  failed: ['done', english('Failed')],
} as const;

/** The messages sent to a webhook within a week, and its responses. */
export function DeliveryLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [urls, setUrls] = useState<string[]>([]);
  const newest = useQuery(
    deliveriesQuery(urlOf(DELIVERIES, { params: { webhookId: webhook.id } })),
  );
  const older = useQueries({ queries: urls.map(deliveriesQuery) });
  const last = older.at(-1) ?? newest;
  const next = last.data?.next;

  return (
    <Dialog
      title={say('Log of {host}', { host: new URL(webhook.url).host })}
      description={say(
        'The last 7 days. When a person is erased, their data is erased here as well.',
      )}
      wide
      onClose={onClose}
    >
      <DialogBody>
        <Resource
          reads={[newest]}
          what={{ loading: say('Loading the log'), failed: say('Could not load the log') }}
        >
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title={say('No messages sent yet')} />
            ) : (
              <ul aria-label={say('Deliveries')} className="divide-y divide-line rounded-m border">
                {[...rows, ...older.flatMap(({ data }) => data?.rows ?? [])].map((delivery) => (
                  <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
                ))}
              </ul>
            )
          }
        </Resource>
        {newest.data && (next || last.isPending) && (
          <div className="flex justify-center">
            <Button pending={last.isPending} onClick={() => next && setUrls([...urls, next])}>
              {say('Show Older Entries')}
            </Button>
          </div>
        )}
      </DialogBody>
    </Dialog>
  );
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const sendAgain = useApiMutation({
    send: () =>
      api.post('/api/webhooks/:webhookId/deliveries/:deliveryId/send', {
        params: { webhookId: webhook.id, deliveryId: delivery.id },
      }),
    failure: say('Could not send again'),
    changes: ['/api/webhooks'],
  });
  const { kind, createdAt, state, attempts, dueAt, status, response, error, payload } = delivery;
  const [tone, label] = states[state];
  const subject = kind === 'test' ? say('A test') : say(webhookKinds[kind]);

  return (
    <li>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2">
          <Badge tone={tone} dot>
            {say(label)}
          </Badge>
          <span className="min-w-0 grow break-words font-medium">{kind}</span>
          <span className="text-ink-2 text-sm">
            {status !== null && `${status} · `}
            {formatTimestamp(createdAt)}
          </span>
        </summary>
        <div className="flex flex-col gap-3 px-3.5 pb-3.5">
          <p className="text-ink-2 text-sm">
            {[
              subject,
              say('{count} attempt', '{count} attempts', { count: attempts }),
              error,
              state === 'waiting' &&
                say('next attempt {moment}', { moment: formatTimestamp(dueAt) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Text name={say('Request')} text={payload && readable(payload)} />
          <Text name={say('Response')} text={response} />
          {!webhook.disabledAt && (
            <Button
              size="small"
              className="self-start"
              pending={sendAgain.isPending}
              onClick={() => sendAgain.mutate()}
            >
              {say('Send again')}
            </Button>
          )}
        </div>
      </details>
    </li>
  );
}

const readable = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

function Text({ name, text }: { name: string; text: string | null }) {
  if (!text) return null;
  return (
    <div className="rounded-m bg-sunk">
      <h3 className="px-4 pt-2 font-semibold text-sm">{name}</h3>
      <pre dir="ltr" className="whitespace-pre-wrap break-words px-4 pb-3 text-xs leading-5">
        {text}
      </pre>
    </div>
  );
}
