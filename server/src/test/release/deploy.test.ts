import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS_EXIT_CODE } from '../../core/failure.ts';
import { readSettings, settingNames } from '../../settings.ts';
import { makeCertificate } from '../fakes/certificate.ts';
import { LONG_TIMEOUT } from '../fakes/until-blocked.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
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
    expect(image).toMatch(/^CMD \["drawbridge", "start"\]$/m);
  });
});

/** True if a program of Debian is installed; otherwise the tests that need it are visibly skipped. */
const has = (program: string) => spawnSync(program, ['-h']).error === undefined;

describe.skipIf(!has('nginx'))('our configuration of nginx', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'drawbridge-nginx-'));
    // Its processes become another account, which connects to sockets in this directory.
    chmodSync(directory, 0o755);
    const { cert, key } = makeCertificate();
    writeFileSync(join(directory, 'fullchain.pem'), cert);
    writeFileSync(join(directory, 'privkey.pem'), key);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  /** The configuration with ports and files of the test, because those of this machine may be in use. */
  function configure(change: (site: string) => string): string[] {
    const site = read('deploy/nginx.conf')
      .replaceAll('/etc/letsencrypt/live/raffle.example.org', directory)
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replaceAll(/listen (80|443)/g, `listen unix:${directory}/nginx.$1.sock`);
    const config = `pid nginx.pid; error_log stderr; events {} http { access_log off; ${change(site)} }`;
    writeFileSync(join(directory, 'nginx.conf'), config);
    return ['-p', directory, '-c', 'nginx.conf'];
  }

  it('loads, and takes what the server takes', () => {
    const args = configure((site) => site);
    expect(read('deploy/nginx.conf')).toContain('client_max_body_size 4m;');
    const { status, stderr } = spawnSync('nginx', ['-t', ...args]);
    expect({ status, output: stderr.toString() }).toEqual({
      status: 0,
      output: expect.stringContaining('test is successful'),
    });
  });

  it('passes on what two servers answer as soon as their database is back', async () => {
    let status = 503;
    const servers = ['one', 'two'].map((name) => {
      const path = join(directory, `${name}.sock`);
      const server = createServer((_request, response) => response.writeHead(status).end());
      return { path, server: server.listen(path) };
    });
    for (const { path, server } of servers) {
      if (!server.listening) await once(server, 'listening');
      chmodSync(path, 0o777);
    }
    const socketPath = join(directory, 'site.sock');
    const [, failover = ''] = /```nginx\n(.*?)```/s.exec(read('docs/scale.md')) ?? [];
    expect(failover).toContain('http_503');
    const args = configure((site) =>
      site
        .replace(/ *server 127\.0\.0\.1:3000(.*;)\n/, (_line, options: string) =>
          servers.map(({ path }) => `server unix:${path}${options}`).join('\n'),
        )
        .replace(/listen \S+443\.sock ssl http2;/, `listen unix:${socketPath};`)
        .replace(/(location \/ \{)/, `$1 ${failover}`),
    );
    const nginx = spawn('nginx', [...args, '-g', 'daemon off;'], { stdio: 'inherit' });
    await vi.waitUntil(() => existsSync(socketPath), LONG_TIMEOUT);
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ socketPath }, (response) => resolve(response.resume().statusCode)).on(
          'error',
          reject,
        );
      });
    const away = [await ask(), await ask(), await ask()];
    status = 200;
    const back = await ask();
    nginx.kill();
    await once(nginx, 'exit');
    for (const { server } of servers) server.close();
    expect([...away, back]).toEqual([503, 503, 503, 200]);
  });
});

it.skipIf(!has('haproxy'))('HAProxy loads our configuration', () => {
  const directory = mkdtempSync(join(tmpdir(), 'drawbridge-haproxy-'));
  const config = read('deploy/cluster/haproxy.cfg').replaceAll(/ (app|db)\d:/g, ' 127.0.0.1:');
  expect(config.match(/ 127\.0\.0\.1:/g)).toHaveLength(7);
  writeFileSync(join(directory, 'haproxy.cfg'), config);
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(directory, 'haproxy.cfg')]);
  rmSync(directory, { recursive: true });
  expect({ status, output: stderr.toString() }).toEqual({ status: 0, output: '' });
});

it.skipIf(!has('promtool'))('the alarms ring when they should, and only then', () => {
  const tests = ['prometheus-alerts.test.yml', 'prometheus-days.test.yml'].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  );
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...tests]);
  expect({ status, output: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
});

interface Compose {
  services: Record<string, { image: string; environment: Record<string, string> }>;
  volumes: object;
  configs: { caddyfile: { content: string } };
}
const compose = (file: string): Compose => parse(read(file), { logLevel: 'error' });

describe('compose.yaml', () => {
  it('is one service with one volume, which needs no other file', () => {
    const { services, volumes } = compose('compose.yaml');
    expect(Object.keys(services)).toEqual(['drawbridge']);
    expect(Object.keys(volumes)).toEqual(['drawbridge']);
    const { environment } = services.drawbridge as Compose['services'][string];
    expect(Object.keys(environment)).toHaveLength(6);
    expect(() => readSettings(environment)).not.toThrow();
    expect(read('compose.yaml')).not.toMatch(/\b(build|env_file|secrets):|\.\//);
  });

  it.skipIf(!has('caddy'))('has a proxy for HTTPS whose configuration Caddy takes', () => {
    const { content } = compose('compose.https.yaml').configs.caddyfile;
    const directory = mkdtempSync(join(tmpdir(), 'drawbridge-caddy-'));
    const file = join(directory, 'Caddyfile');
    writeFileSync(file, content.replaceAll(/\$\{DOMAIN:\?\}/g, 'raffle.example.org'));
    const args = ['adapt', '--adapter', 'caddyfile', '--config', file];
    const { status, stdout, stderr } = spawnSync('caddy', args);
    rmSync(directory, { recursive: true });
    expect({ status, stderr: stderr.toString() }).toMatchObject({ status: 0 });
    expect(stdout.toString()).toContain('"dial":"drawbridge:3000"');
  });
});

describe('settings', () => {
  const namesIn = (text: string, pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ([, name]) => name as string);

  it('in the files for compose, systemd and the image exist', () => {
    const used = {
      compose: Object.keys(compose('compose.yaml').services.drawbridge?.environment ?? {}),
      https: Object.keys(compose('compose.https.yaml').services.drawbridge?.environment ?? {}),
      systemd: namesIn(read('deploy/drawbridge.service'), /[= ]([A-Z_]+)=\//g),
      dockerfile: namesIn(read('Dockerfile'), /^ {4}(DATA_\w+)=/gm),
      sample: namesIn(read('deploy/drawbridge.env'), /^#([A-Z_]+)=/gm),
    };
    for (const [where, names] of Object.entries(used)) {
      expect(names, where).not.toEqual([]);
      for (const name of names) expect(settingNames, where).toContain(name);
    }
  });

  it('that are bad do not make systemd start the server again and again', () => {
    const unit = read('deploy/drawbridge.service');
    expect(unit).toContain(`\nRestartPreventExitStatus=${SETTINGS_EXIT_CODE}\n`);
    expect(unit).toContain('\nExecStart=drawbridge start\n');
  });

  it('are the table of docs/settings.md', () => {
    const handbook = read('docs/settings.md');
    const [, table = ''] = /^\| name \| default \| meaning \|\n((?:\|.*\n)*)/m.exec(handbook) ?? [];
    const names = table.split('\n').flatMap((row) => namesIn(row.split('|')[1] ?? '', /`(\w+)`/g));
    // The rule above the table names those that have a second setting, for a file.
    const [secrets = ''] = /^- [^.]* can also\s+be read from a file/m.exec(handbook) ?? [];
    const files = namesIn(secrets, /`(\w+)`/g).map((name) => `${name}_FILE`);
    expect([...names, ...files].sort()).toEqual([...settingNames].sort());
  });
});
