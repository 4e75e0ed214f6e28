/** Where a device keeps the seal of an event that it has seen. */
export const sealKey = (eventId: string) => `seal ${eventId}`;
