import type { Page } from '@playwright/test';

/** Delays reading files called `slow…` until the returned function is called. */
export async function holdSlowFiles(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    const { readAsDataURL } = FileReader.prototype;
    FileReader.prototype.readAsDataURL = function read(file) {
      const begin = () => readAsDataURL.call(this, file);
      if (file instanceof File && file.name.startsWith('slow')) held.push(begin);
      else begin();
    };
    Object.assign(window, { readHeldFiles: () => held.splice(0).map((begin) => begin()) });
  });
  return async () => {
    await page.evaluate(() => (window as unknown as { readHeldFiles(): void }).readHeldFiles());
  };
}
