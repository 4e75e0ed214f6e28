/** The page's heading, made focusable. */
export function findHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>('main h1, h1');
  if (heading) heading.tabIndex = -1;
  return heading ?? undefined;
}
