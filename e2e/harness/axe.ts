import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

// The minified build: a page reads it in half the time.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * No finding of axe on what is on screen now, in the dark theme and in the light one, which remains. While a
 * dialog is open it is all that can be used, so the page behind it is only looked at without it.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // Evaluated, not added as a script element, which the security policy would block.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const findings = await page.evaluate(async () => {
    const found: string[] = [];
    const dialogs = document.querySelectorAll(
      '[role=dialog][data-state=open], [role=alertdialog][data-state=open]',
    );
    // A list or a menu floats outside of its dialog.
    const floating = document.querySelector('[data-radix-popper-content-wrapper]');
    const place = (!floating && [...dialogs].at(-1)) || document;
    for (const theme of ['dark', 'light']) {
      document.documentElement.classList.remove('light', 'dark');
      document.documentElement.classList.add(theme);
      // A tooltip belongs to the control that it describes, and floats outside of every landmark.
      const looked = { include: [place], exclude: [['[role=tooltip]']] };
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(looked, {
        // Nothing but colours changes with the theme, so the rest is only looked at once.
        ...(theme === 'dark' && { runOnly: ['color-contrast'] }),
        // Without a description of everything that passed, which takes half of the time.
        resultTypes: ['violations'],
        // Reads every style sheet again, for a rule that is off.
        preload: false,
      });
      for (const { id, nodes } of violations) {
        const places = nodes.map((node) => `${node.html} — ${node.failureSummary}`);
        found.push(`${id} in the ${theme} theme: ${places.join('\n')}`);
      }
    }
    return found;
  });
  expect(findings).toEqual([]);
}
