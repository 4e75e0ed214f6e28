import { publicAddress } from '@drawbridge/contract/address';
import type { Routes } from '../feature.ts';

export const addressRoutes: Routes = async (app, { settings }) => {
  app.get(
    '/',
    {
      schema: {
        tags: ['events'],
        summary: 'The address of the public pages, for QR codes and links',
        response: { 200: publicAddress },
      },
    },
    () => ({ publicUrl: settings.publicUrl ?? null }),
  );
};
