import type { ShownSource } from '@drawbridge/contract/lead-values';
import { FileSpreadsheet, type LucideIcon, QrCode, UserRound } from 'lucide-react';

export const sourceLabels: Record<ShownSource, string> = {
  qr: 'QR Code',
  volunteer: 'Volunteer',
  import: 'Import',
};

export const sourceIcons: Record<ShownSource, LucideIcon> = {
  qr: QrCode,
  volunteer: UserRound,
  import: FileSpreadsheet,
};
