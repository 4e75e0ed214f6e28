/** What a draw was for, as its record says. */
export function prizeOf(draw: { prizeId: string | null; prizeName: string | null }): string {
  return draw.prizeName ?? (draw.prizeId === null ? 'General draw' : 'A prize');
}
