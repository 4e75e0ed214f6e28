import { problems } from '@drawbridge/contract/errors';
import { expect, test } from 'vitest';
import { readSentence } from './error-sentence.ts';

const page = `<html>
<head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx/1.27.0</center></body>
</html>`;

function answer(body: string, type?: string): Response {
  const response = new Response(body, { status: 502, statusText: 'Bad Gateway' });
  response.headers.delete('content-type');
  if (type) response.headers.set('content-type', type);
  return response;
}

test.each([
  [page, 'text/html'],
  [page, 'text/html; charset=utf-8'],
  [page, 'text/plain'],
  [page, undefined],
  ['<h1>Bad Gateway</h1>', 'text/plain'],
  ['{"message":"no Route matched with those values"}', 'application/json'],
  ['{"message":"no Route matched with those values"}', undefined],
  ['["x"]', 'text/plain'],
  ['<?xml version="1.0"?><Error/>', 'application/xml'],
  ['A page that does not look like one', 'text/html'],
  [`error\n    at Server.handle (/srv/app/server.js:12:3)`, 'text/plain'],
  ['x'.repeat(301), 'text/plain'],
])('what is not a sentence of the server is never shown: %j as %s', async (body, type) => {
  expect(await readSentence(answer(body, type))).toBe('');
});

test.each(Object.entries(problems))('the sentence of %s is shown', async (_, [, sentence]) => {
  expect(await readSentence(answer(sentence, 'text/plain; charset=utf-8'))).toBe(sentence);
});

test('an empty body gives the status text', async () => {
  expect(await readSentence(answer(''))).toBe('Bad Gateway');
  expect(await readSentence(answer(' \n', 'text/html'))).toBe('Bad Gateway');
});
