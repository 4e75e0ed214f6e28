import { personQuery } from '@drawbridge/contract/people';
import { UserRoundSearch } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';

/** Asks for a phone number or an e-mail address. */
export function PersonSearch({ onSearch }: { onSearch: (contact: string) => void }) {
  const [problem, setProblem] = useState<string>();

  return (
    <Card className="p-4 md:p-5">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const typed = String(new FormData(event.currentTarget).get('contact') ?? '');
          const read = personQuery.safeParse({ contact: typed });
          setProblem(read.error?.issues[0]?.message);
          if (read.data?.contact) onSearch(read.data.contact);
        }}
      >
        <label htmlFor="person-contact" className="font-semibold text-sm">
          Phone number or e-mail address
        </label>
        <div className="mt-1.5 flex flex-col gap-3 sm:flex-row">
          <Input
            id="person-contact"
            name="contact"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={problem && 'person-contact-problem'}
            className="sm:max-w-96 md:h-10"
          />
          <Button type="submit" variant="primary">
            <UserRoundSearch aria-hidden />
            Show What Is Held
          </Button>
        </div>
        {problem && (
          <p id="person-contact-problem" role="alert" className="mt-1.5 text-danger text-sm">
            {problem}
          </p>
        )}
      </form>
    </Card>
  );
}
