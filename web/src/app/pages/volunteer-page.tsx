import { PRODUCT_NAME } from '@drawbridge/contract/product';
import { useState } from 'react';
import { LogoutDialog } from '../../features/auth/logout-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';

export function VolunteerPage() {
  const [loggingOut, setLoggingOut] = useState(false);

  return (
    <>
      <title>{`Leads · ${PRODUCT_NAME}`}</title>
      <header className="flex h-16 items-center gap-2 border-b px-4">
        <h1 className="mr-auto">
          <Wordmark />
        </h1>
        <ThemeToggle />
        <Button onClick={() => setLoggingOut(true)}>Logout</Button>
      </header>
      {loggingOut && <LogoutDialog onClose={() => setLoggingOut(false)} />}
    </>
  );
}
