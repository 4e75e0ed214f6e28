import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** No finding of axe on what is on screen now, in the light theme and in the dark one. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((wanted) => {
      document.documentElement.classList.remove('light', 'dark');
      document.documentElement.classList.add(wanted);
    }, theme);
    // Evaluated, not added as a script element, which the security policy would block.
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
    // Nothing but colours changes with the theme, so the rest is only looked at once.
    const rules = theme === 'light' ? {} : { runOnly: ['color-contrast'] };
    const findings = await page.evaluate(async (options) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(document, options);
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((node) => `${node.html} — ${node.failureSummary}`).join('\n')}`,
      );
    }, rules);
    expect(findings, `axe in the ${theme} theme`).toEqual([]);
  }
}
