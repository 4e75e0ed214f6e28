import { useQuery } from '@tanstack/react-query';
import { analyticsQuery } from '../../features/analytics/api.ts';
import { AnalyticsSkeleton, Dashboard } from '../../features/analytics/dashboard.tsx';
import { EventAnswers } from '../../features/analytics/event-answers.tsx';
import { readsOf } from '../../lib/use-read.ts';
import { Card } from '../../ui/card.tsx';
import { LoadFailure, NotRefreshed } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function AnalyticsPage() {
  const analytics = useQuery(analyticsQuery);
  const reads = readsOf(analytics);

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Analytics"
        subtitle="Comprehensive performance insights across all events"
      />
      <NotRefreshed reads={reads} />
      {reads.failure ? (
        <Card>
          <LoadFailure what="analytics" error={reads.failure.error} onRetry={reads.retry} />
        </Card>
      ) : analytics.data ? (
        <>
          <Dashboard figures={analytics.data} />
          <EventAnswers />
        </>
      ) : (
        <AnalyticsSkeleton />
      )}
    </div>
  );
}
