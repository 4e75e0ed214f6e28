import { PageHeader } from '../../ui/page-header.tsx';

export function LeadsPage() {
  return <PageHeader title="Leads" subtitle="Manage and verify collected leads" />;
}
