import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

// The minified build: a page reads it in half the time.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** No finding of axe on what is on screen now, in the dark theme and in the light one, which remains. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((wanted) => {
      document.documentElement.classList.remove('light', 'dark');
      document.documentElement.classList.add(wanted);
    }, theme);
    // Evaluated, not added as a script element, which the security policy would block.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
    // Nothing but colours changes with the theme, so the rest is only looked at once.
    const rules = theme === 'light' ? {} : { runOnly: ['color-contrast'] };
    const findings = await page.evaluate(async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        ...options,
        // Without a description of everything that passed, which takes half of the time.
        resultTypes: ['violations'],
      });
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((node) => `${node.html} — ${node.failureSummary}`).join('\n')}`,
      );
    }, rules);
    expect(findings, `axe in the ${theme} theme`).toEqual([]);
  }
}
