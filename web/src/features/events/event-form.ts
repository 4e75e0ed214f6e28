import type { EventInput, eventInput } from '@drawbridge/contract/events';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

/** The form that creating and editing share. */
export type EventForm = UseFormReturn<z.input<typeof eventInput>, unknown, EventInput>;
