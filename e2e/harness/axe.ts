import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

// The minified build, which a page parses in half the time.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Expects no finding of axe on the current screen, in the dark theme and in the light one, which remains. An open
 * dialog makes the page behind it unusable, so then only the dialog is checked.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // The script is evaluated, because the security policy would block a script element.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const findings = await page.evaluate(async () => {
    const issues: string[] = [];
    const dialogs = document.querySelectorAll(
      '[role=dialog][data-state=open], [role=alertdialog][data-state=open]',
    );
    // A list or a menu floats outside of its dialog.
    const floating = document.querySelector('[data-radix-popper-content-wrapper]');
    const region = (!floating && [...dialogs].at(-1)) || document;
    for (const theme of ['dark', 'light']) {
      document.documentElement.classList.remove('light', 'dark');
      document.documentElement.classList.add(theme);
      // A tooltip belongs to the control that it describes, and floats outside of every landmark.
      const looked = { include: [region], exclude: [['[role=tooltip]']] };
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(looked, {
        // Only colours change with the theme, so the rest is checked once.
        ...(theme === 'dark' && { runOnly: ['color-contrast'] }),
        // The report omits passed checks, whose descriptions take half of the time.
        resultTypes: ['violations'],
        // Preloading would read every style sheet again, for a rule that is off.
        preload: false,
      });
      for (const { id, nodes } of violations) {
        const places = nodes.map((node) => `${node.html} — ${node.failureSummary}`);
        issues.push(`${id} in the ${theme} theme: ${places.join('\n')}`);
      }
    }
    return issues;
  });
  expect(findings).toEqual([]);
}
