import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SETTINGS_EXIT_CODE } from '../failure.ts';
import { settingNames } from '../settings.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  const image = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

  it('copies only what exists and is sent to the builder', () => {
    const ignored = read('.dockerignore').split('\n');
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, paths = '']) => paths.split(' '),
    );
    expect(sources.length).toBeGreaterThan(10);
    for (const source of sources) {
      expect(existsSync(`${root}/${source}`), source).toBe(true);
      expect(ignored).not.toContain(source);
    }
    for (const secret of ['.git', 'data', 'secrets', '**/.env', '**/node_modules', '**/dist']) {
      expect(ignored).toContain(secret);
    }
  });

  it('runs the server as another user than root, with its data on a volume', () => {
    expect(image).toMatch(/^USER node$/m);
    expect(image).toMatch(/^VOLUME \/data$/m);
    expect(image).toMatch(/^ {4}DATA_DIR=\/data$/m);
    expect(image).toMatch(/^CMD \["node", "server\/dist\/main\.js"\]$/m);
  });

  it('takes migrations and lists from the build, which has its own', () => {
    expect(image).not.toContain('server/src');
    const data = readdirSync(`${root}/server/src`, { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.(sql|gz)$/.test(path),
    );
    expect(data.length).toBeGreaterThan(1);
    for (const path of data) {
      expect(read(`server/dist/${path}`), path).toBe(read(`server/src/${path}`));
    }
  });
});

describe('settings', () => {
  /** The block of a service in compose.yaml, by its indentation. */
  const service = (name: string) =>
    new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n|\\n)*)`, 'm').exec(read('compose.yaml'))?.[1] ?? '';
  const namesIn = (text: string, pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ([, name]) => name as string);

  it('in compose.yaml, the unit of systemd and the manifests exist', () => {
    const used = {
      compose: namesIn(service('drawbridge'), /^ {6}([A-Z_]+):/gm),
      kubernetes: namesIn(read('deploy/kubernetes.yaml'), /name: ([A-Z_]+),/g),
      systemd: namesIn(read('deploy/drawbridge.service'), /[= ]([A-Z_]+)=\//g),
      dockerfile: namesIn(read('Dockerfile'), /^ {4}([A-Z_]+)=/gm),
    };
    for (const [where, names] of Object.entries(used)) {
      expect(names, where).not.toEqual([]);
      for (const name of names) expect(settingNames, where).toContain(name);
    }
  });

  it('that are bad do not make systemd start the server again and again', () => {
    const unit = read('deploy/drawbridge.service');
    expect(unit).toContain(`\nRestartPreventExitStatus=${SETTINGS_EXIT_CODE}\n`);
  });

  it('in compose.yaml read secrets that it declares, and services that it has', () => {
    const compose = read('compose.yaml');
    expect(namesIn(compose, /^ {2}(\w+):$/gm)).toEqual([
      ...['drawbridge', 'postgres', 'caddy', 'data', 'postgres', 'caddy'],
      ...['database_url', 'postgres_password'],
    ]);
    const declared = namesIn(compose, /file: \.\/secrets\/(\w+)/g);
    expect(namesIn(compose, /\/run\/secrets\/(\w+)/g).sort()).toEqual(declared.sort());
    const inCaddy = namesIn(read('deploy/Caddyfile'), /\{\$([A-Z_]+)/g);
    for (const name of inCaddy) expect(service('caddy')).toContain(`      ${name}: `);
    expect(read('deploy/Caddyfile')).toContain('reverse_proxy drawbridge:3000');
  });

  it('are all in the table of the README', () => {
    const readme = read('README.md');
    for (const name of settingNames.filter((one) => !one.endsWith('_FILE'))) {
      expect(readme, name).toMatch(new RegExp(`^\\| .*\`${name}\`.* \\|`, 'm'));
    }
  });
});
