import { FIRST_VIEW_ID, type FirstView } from '@drawbridge/contract/first-view';

/** The answers that came with the page, by URL; none when the server had nothing to say. */
export const firstView: FirstView = readFirstView();

function readFirstView(): FirstView {
  const text = document.getElementById(FIRST_VIEW_ID)?.textContent;
  return text ? (JSON.parse(text) as FirstView) : {};
}
