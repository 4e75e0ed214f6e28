import { isPersonContact, PERSON_CONTACT } from '@drawbridge/contract/core/inputs/form-rules';
import { UserRoundSearch } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { say } from '../../lib/texts/say.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/fields/field.tsx';
import { SectionHeader } from '../../ui/page-header.tsx';
import type { PersonChoice } from './person-view.tsx';

const PersonView = lazyPart(() => import('./person-view.tsx'), 'PersonView');

/** The lead's id is in the address; a typed contact is not, because addresses are stored and shared. */
export function PersonSection() {
  const [path, navigate] = useLocation();
  const leadId = new URLSearchParams(useSearch()).get('lead');
  const [choice, setChoice] = useState<PersonChoice | undefined>(leadId ? { leadId } : undefined);

  return (
    <section aria-labelledby="person" className="flex flex-col gap-4">
      <SectionHeader
        id="person"
        title={say("A person's data")}
        subtitle={say('View, export and erase all data stored about a person')}
      />
      <PersonSearch
        onSearch={(contact) => {
          setChoice({ contact });
          if (leadId) navigate(path, { replace: true });
        }}
      />
      {choice && (
        <Suspense>
          <PersonView key={JSON.stringify(choice)} choice={choice} />
        </Suspense>
      )}
    </section>
  );
}

function PersonSearch({ onSearch }: { onSearch: (contact: string) => void }) {
  const [problem, setProblem] = useState<string>();

  return (
    <Card className="p-4 md:p-5">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const typed = String(new FormData(event.currentTarget).get('contact') ?? '').trim();
          const usable = isPersonContact(typed);
          setProblem(usable ? undefined : PERSON_CONTACT);
          if (usable) onSearch(typed);
        }}
        className="flex flex-col gap-3 sm:flex-row sm:items-start"
      >
        <Field
          label={say('Phone number or email address')}
          error={problem}
          className="sm:w-96 sm:shrink md:[&_input]:h-10"
        >
          <Input name="contact" autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Button icon={UserRoundSearch} type="submit" variant="primary" className="sm:mt-6.5">
          {say('Look Up Data')}
        </Button>
      </form>
    </Card>
  );
}
