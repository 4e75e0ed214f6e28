import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

/** A section of the dashboard with a title. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="flex min-w-0 flex-col gap-4 p-4 md:p-5">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </Card>
  );
}
