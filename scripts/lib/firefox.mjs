// Finds the Firefox that some of the journeys run in.
import { existsSync } from 'node:fs';

const candidates = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

export const findFirefox = () => candidates.find((path) => path && existsSync(path));
