import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryClient, readAgain } from './query-client.ts';

it('reads again even while the first response, which may be older than the change, is on its way', async () => {
  const answers: ((value: string) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['/api/changing'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  const done = readAgain({ queryKey: ['/api/changing'] });
  answers[0]?.('before the change');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('after it');
  await done;
  expect(observer.getCurrentResult().data).toBe('after it');
  stop();
});
