import type { LeadSource } from '@drawbridge/contract/lead-values';
import { QrCode, UserRound } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';

export function LeadSourceBadge({ source }: { source: LeadSource }) {
  return source === 'qr' ? (
    <Badge icon={QrCode}>QR Code</Badge>
  ) : (
    <Badge icon={UserRound}>Volunteer</Badge>
  );
}
