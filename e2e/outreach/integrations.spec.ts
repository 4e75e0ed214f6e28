import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectNoAxeViolations } from '../harness/axe.ts';
import { ADMIN } from '../harness/launch-server.ts';
import { expectNoSidewaysScrolling } from '../harness/overflow.ts';
import { expect, test, toast } from '../harness/test.ts';

test('an administrator creates a token, a program uses it, and a webhook sends the lead to another @thorough', async ({
  adminPage: page,
  api,
  server,
}) => {
  const bodies: string[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.end('Taken, thank you');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const event = await api.createEvent();

  // The old address of the page.
  await page.goto('/admin/programs');
  await expect(page).toHaveURL('/admin/settings/integrations');
  await page.getByRole('button', { name: 'New Token' }).click();
  const tokenDialog = page.getByRole('dialog', { name: 'New Token' });
  await tokenDialog.getByLabel('Name').fill('Our CRM');
  await tokenDialog.getByLabel(/^leads:write/).check();
  await tokenDialog.getByLabel('Your Current Password').fill(ADMIN.password);
  const createToken = tokenDialog.getByRole('button', { name: 'Create Token' });
  // A problem that belongs to no field is shown in the dialog.
  await page.context().setOffline(true);
  await createToken.click();
  await expect(tokenDialog.getByRole('alert')).toContainText('No connection');
  await page.context().setOffline(false);
  await createToken.click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'New Webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Webhook' });
  await dialog.getByLabel('Address').fill(`http://127.0.0.1:${port}/leads`);
  await dialog.getByLabel('Your Current Password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Add Webhook' }).click();
  await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/);
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('list', { name: 'webhooks' }).getByRole('listitem');
  await expect(row).toContainText('Enabled');

  const added = await fetch(`${server.url}/api/leads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ eventId: event.id, name: 'Ada Lovelace', phone: '07700 900123' }),
  });
  expect(added.status).toBe(201);

  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Send a test' }).click();
  const log = page.getByRole('dialog', { name: `Log of 127.0.0.1:${port}` });
  const deliveries = log.getByRole('list', { name: 'Deliveries' }).locator('> li');
  await expect(deliveries).toHaveCount(2);
  const lead = deliveries.filter({ hasText: 'lead.created' });
  await expect(lead).toContainText('Delivered');
  await lead.locator('summary').click();
  await expect(lead).toContainText('"name": "Ada Lovelace"');
  await expect(lead).toContainText('Taken, thank you');
  await lead.getByRole('button', { name: 'Send again' }).click();
  await expect(() =>
    expect(bodies.filter((body) => body.includes('Ada Lovelace'))).toHaveLength(2),
  ).toPass();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScrolling(page);
  await page.keyboard.press('Escape');
  await expectNoSidewaysScrolling(page);
  await expectNoAxeViolations(page);

  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page)).toContainText('Webhook deleted');
  await page.getByRole('button', { name: 'Revoke Our CRM' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('No tokens yet')).toBeVisible();
  receiver.close();
  receiver.closeAllConnections();
});
