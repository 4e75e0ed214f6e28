import { PageHeader } from '../../ui/page-header.tsx';

export function EventsPage() {
  return <PageHeader title="Events" subtitle="Manage your event campaigns and track performance" />;
}
