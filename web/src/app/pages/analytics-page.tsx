import { useQuery } from '@tanstack/react-query';
import { AnalyticsSkeleton } from '../../features/analytics/analytics-skeleton.tsx';
import { analyticsQuery } from '../../features/analytics/api.ts';
import { Dashboard } from '../../features/analytics/dashboard.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function AnalyticsPage() {
  const analytics = useQuery(analyticsQuery);

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Analytics"
        subtitle="Comprehensive performance insights across all events"
      />
      {analytics.isError ? (
        <Card>
          <LoadFailure
            what="analytics"
            error={analytics.error}
            onRetry={() => analytics.refetch()}
          />
        </Card>
      ) : analytics.data ? (
        <Dashboard figures={analytics.data} />
      ) : (
        <AnalyticsSkeleton />
      )}
    </div>
  );
}
