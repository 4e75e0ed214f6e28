// Writes a Slack or Mattermost message for every winner. Needs Node.js 20 and `npm install standardwebhooks`:
//   WEBHOOK_SECRET=whsec_… CHAT_URL=https://hooks.slack.com/services/… PORT=8090 node winner-to-slack.mjs
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET, CHAT_URL, PORT = '8090' } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);
/** Otherwise a name such as <!channel> would call everybody. */
const plain = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const server = createServer(async (request, response) => {
  let message;
  try {
    message = webhook.verify(Buffer.concat(await request.toArray()).toString(), request.headers);
  } catch {
    return response.writeHead(401).end('The signature is wrong');
  }
  if (message.type !== 'winner.drawn' || !message.data.name) return response.end('Nothing to say');
  const { name, prizeName } = message.data;
  const text = `:tada: ${plain(name)} has won ${plain(prizeName ?? 'the draw')}`;
  const body = JSON.stringify({ text });
  const headers = { 'content-type': 'application/json' };
  const posted = await fetch(CHAT_URL, { method: 'POST', headers, body }).catch(() => undefined);
  // Whatever is not a success is sent again.
  response.writeHead(posted?.ok ? 200 : 502).end(posted?.ok ? 'Told' : 'The chat did not take it');
});
server.listen(Number(PORT), () => console.log(`Listening on port ${server.address().port}`));
