import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { PersonSearch, PersonView } from '../../features/people/person-view.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SettingsNav } from '../admin-layout.tsx';

/** The lead is in the address; a contact that was typed is not, because addresses are kept and shared. */
export function PeoplePage() {
  const [path, navigate] = useLocation();
  const leadId = new URLSearchParams(useSearch()).get('lead');
  const [contact, setContact] = useState<string>();
  const choice = leadId ? { leadId } : contact === undefined ? undefined : { contact };

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="A person's data"
        subtitle="See, hand out and erase everything held about one person"
      />
      <SettingsNav />
      <div className="flex max-w-3xl flex-col gap-6">
        <PersonSearch
          onSearch={(typed) => {
            setContact(typed);
            if (leadId) navigate(path, { replace: true });
          }}
        />
        {choice && <PersonView key={JSON.stringify(choice)} choice={choice} />}
      </div>
    </div>
  );
}
