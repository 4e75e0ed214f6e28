import { expect, test } from 'vitest';
import { readProblem } from './read-problem.ts';

const page = `<html>
<head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx/1.27.0</center></body>
</html>`;

const sentenceIn = async (response: Response) => (await readProblem(response)).sentence;

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
  ['{"title":"Bad Gateway","status":502}', 'application/problem+json'],
  ['{"title":"No","code":"unexpected","fields":[{}]}', 'application/problem+json'],
  ['null', 'application/problem+json'],
  ['<html></html>', 'application/problem+json'],
  ['A page that does not look like one', 'text/html'],
  [`error\n    at Server.handle (/srv/app/server.js:12:3)`, 'text/plain'],
  ['x'.repeat(301), 'text/plain'],
])('what is not a sentence of the server is never shown: %j as %s', async (body, type) => {
  expect(await sentenceIn(answer(body, type))).toBe('');
});

test('an empty body gives the status text', async () => {
  expect(await sentenceIn(answer(''))).toBe('Bad Gateway');
  expect(await sentenceIn(answer(' \n', 'text/html'))).toBe('Bad Gateway');
});
