import './lib/device/strict-csp.ts';
import './app.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadQuestionPart, QuestionPartContext } from './collecting/entry/api.ts';
import { startTexts } from './lib/texts/texts.ts';

const rootElement = document.getElementById('root');
if (!rootElement) throw new Error('index.html has no #root');
void start(rootElement);

/** Everything that a rendered page contains must be loaded before it is hydrated. */
async function start(root: HTMLElement): Promise<void> {
  const [questionPart] = await Promise.all([
    root.querySelector('[name^="answer."]') ? loadQuestionPart() : undefined,
    // The names of tickets, because a rendered ticket shows its name.
    startTexts(
      'visitor',
      'sentences',
      ...(root.querySelector('article') ? (['animals'] as const) : []),
    ),
  ]);
  const app = (
    <StrictMode>
      <QuestionPartContext value={questionPart}>
        <App />
      </QuestionPartContext>
    </StrictMode>
  );
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
