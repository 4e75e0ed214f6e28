import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { SETTINGS_EXIT_CODE } from '../failure.ts';
import { settingNames } from '../settings.ts';
import { makeCertificate } from './certificate.ts';
import { PATIENTLY } from './standstill.ts';

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
    expect(image).toMatch(/^CMD \["drawbridge", "start"\]$/m);
  });
});

/** Whether a program of Debian is installed; the tests that need it are skipped visibly otherwise. */
const has = (program: string) => spawnSync(program, ['-h']).error === undefined;

describe.skipIf(!has('nginx'))('our configuration of nginx', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'drawbridge-nginx-'));
    // Its processes become another account, which connects to sockets here.
    chmodSync(directory, 0o755);
    const { cert, key } = makeCertificate();
    writeFileSync(join(directory, 'fullchain.pem'), cert);
    writeFileSync(join(directory, 'privkey.pem'), key);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  /** With its ports and files here, because those of this machine may be taken. */
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
    await vi.waitUntil(() => existsSync(socketPath), PATIENTLY);
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ socketPath }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
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

describe('the manifests of Kubernetes', () => {
  interface Pod {
    containers: { image: string; env: { name: string; value: string }[]; volumeMounts: Named[] }[];
    volumes: Named[];
  }
  interface Named {
    name: string;
  }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a shape of its own.
  const all = parseAllDocuments(read('deploy/kubernetes.yaml')).map((one): any => one.toJS());
  const only = (kind: string) => {
    const found = all.filter((one) => one.kind === kind);
    expect(found, kind).toHaveLength(1);
    return found[0];
  };
  const deployment = only('Deployment');
  const cronJob = only('CronJob');
  const pods: Pod[] = [deployment.spec.template.spec, cronJob.spec.jobTemplate.spec.template.spec];

  it('fit together: selectors, ports, volumes and claims', () => {
    const labels = { app: 'drawbridge' };
    expect(deployment.spec.template.metadata.labels).toEqual(labels);
    for (const kind of ['PodDisruptionBudget', 'NetworkPolicy', 'Service']) {
      const { selector, podSelector } = only(kind).spec;
      expect((podSelector ?? selector).matchLabels ?? selector, kind).toEqual(labels);
    }
    const [server] = deployment.spec.template.spec.containers;
    const ports = server.ports.map(({ name }: Named) => name);
    const { spec: policy } = only('NetworkPolicy');
    expect(
      policy.ingress.map((rule: { ports: { port: string }[] }) => rule.ports[0]?.port),
    ).toEqual(ports);
    expect(pods[1]?.volumes).toContainEqual({
      name: 'backups',
      persistentVolumeClaim: { claimName: only('PersistentVolumeClaim').metadata.name },
    });
    for (const { containers, volumes } of pods) {
      const names = volumes.map(({ name }) => name);
      for (const { image, volumeMounts } of containers) {
        expect(image).toBe(server.image);
        for (const { name } of volumeMounts) expect(names).toContain(name);
      }
    }
  });

  it('replace one replica after the other, take what the server takes, and back up', () => {
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    expect(only('PodDisruptionBudget').spec.minAvailable).toBeLessThan(deployment.spec.replicas);
    expect(only('Ingress').metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/proxy-body-size': '4m',
    });
    expect(only('Ingress').spec.ingressClassName).toBe('nginx');
    // Where mail and single sign-on are set.
    const [server] = deployment.spec.template.spec.containers;
    const settings = { name: 'drawbridge-settings', optional: true };
    expect(server.envFrom).toEqual([{ secretRef: settings }]);
    const backup = pods[1]?.containers[0];
    expect(backup).toMatchObject({ command: ['drawbridge', 'backup'] });
    expect(backup?.env).toContainEqual({ name: 'BACKUP_DIR', value: '/backups' });
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
      dockerfile: namesIn(read('Dockerfile'), /^ {4}(DATA_\w+)=/gm),
      sample: namesIn(read('deploy/drawbridge.env'), /^#([A-Z_]+)=/gm),
    };
    for (const [where, names] of Object.entries(used)) {
      expect(names, where).not.toEqual([]);
      for (const name of names) expect(settingNames, where).toContain(name);
    }
  });

  it('of the sample are not overridden or refused where it says that they can be set', () => {
    const [everywhere = '', notKubernetes = ''] = read('deploy/drawbridge.env').split(
      /^# (?:Not for Kubernetes|For systemd only)/m,
    );
    const inSample = (text: string) => namesIn(text, /^#([A-Z_]+)=/gm);
    const compose = Array.from(service('drawbridge').matchAll(/^ {6}([A-Z_]+): (.*)$/gm));
    const fixed = compose.flatMap(([, name = '', value = '']) =>
      value.startsWith(`\${${name}:-`) ? [] : [name.replace(/_FILE$/, '')],
    );
    const kubernetes = namesIn(read('deploy/kubernetes.yaml'), /name: ([A-Z_]+?)(?:_FILE)?,/g);
    for (const name of inSample(everywhere)) expect([...fixed, ...kubernetes]).not.toContain(name);
    expect(inSample(notKubernetes)).toContain('PUBLIC_URL');
    for (const name of inSample(notKubernetes)) expect(fixed).not.toContain(name);
  });

  it('that are bad do not make systemd start the server again and again', () => {
    const unit = read('deploy/drawbridge.service');
    expect(unit).toContain(`\nRestartPreventExitStatus=${SETTINGS_EXIT_CODE}\n`);
    expect(unit).toContain('\nExecStart=drawbridge start\n');
  });

  it('in compose.yaml read secrets that it declares, and services that it has', () => {
    const compose = read('compose.yaml');
    expect(namesIn(compose, /^ {2}(\w+):$/gm)).toEqual([
      ...['drawbridge', 'postgres', 'caddy', 'data', 'postgres', 'caddy'],
      ...['database_url', 'postgres_password', 'backup_passphrase'],
    ]);
    const declared = namesIn(compose, /file: \.\/secrets\/(\w+)/g);
    expect(namesIn(compose, /\/run\/secrets\/(\w+)/g).sort()).toEqual(declared.sort());
    // Every setting may stand in .env, and no log fills the disk.
    expect(service('drawbridge')).toContain('env_file:\n      - { path: .env, required: false }\n');
    expect(namesIn(compose, /^ {4}logging: \*(\w+)$/gm)).toHaveLength(3);
    const inCaddy = namesIn(read('deploy/Caddyfile'), /\{\$([A-Z_]+)/g);
    for (const name of inCaddy) expect(service('caddy')).toContain(`      ${name}: `);
    expect(read('deploy/Caddyfile')).toContain('reverse_proxy drawbridge:3000');
  });

  it('are the table of the handbook for operators', () => {
    const handbook = read('docs/operators.md');
    const [, table = ''] = /^\| name \| default \| meaning \|\n(.*?)\n\n/ms.exec(handbook) ?? [];
    const listed = table.split('\n').flatMap((row) => namesIn(row.split('|')[1] ?? '', /`(\w+)`/g));
    // The sentence above the table names those that have a second setting, for a file.
    const [secrets = ''] = /[^.]* can also\s+be read from a file/.exec(handbook) ?? [];
    const files = namesIn(secrets, /`(\w+)`/g).map((name) => `${name}_FILE`);
    expect([...listed, ...files].sort()).toEqual([...settingNames].sort());
  });
});
