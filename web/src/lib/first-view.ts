import { FIRST_VIEW_ID, type FirstView } from '@drawbridge/contract/first-view';

/** The answers embedded in the page, by URL; empty if the server embedded none. */
export const firstView: FirstView = readFirstView();

function readFirstView(): FirstView {
  const text = document.getElementById(FIRST_VIEW_ID)?.textContent;
  return text ? (JSON.parse(text) as FirstView) : {};
}
