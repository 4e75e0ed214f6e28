import { useQuery } from '@tanstack/react-query';
import { analyticsQuery } from '../../features/analytics/api.ts';
import { AnalyticsSkeleton, Dashboard } from '../../features/analytics/dashboard.tsx';
import { EventAnswers } from '../../features/analytics/event-answers.tsx';
import { Resource } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function AnalyticsPage() {
  const analytics = useQuery(analyticsQuery);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Analytics"
        subtitle="Comprehensive performance insights across all events"
      />
      <Resource card reads={[analytics]} what="analytics" skeleton={<AnalyticsSkeleton />}>
        {(figures) => (
          <>
            <Dashboard figures={figures} />
            <EventAnswers />
          </>
        )}
      </Resource>
    </div>
  );
}
