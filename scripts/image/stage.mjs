// A stage of a Dockerfile as a directory that is the root of the file system for its commands. Linux, root.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { listContext } from './context.mjs';

/** What the system of this machine lends to the stages instead of a base image. */
const SYSTEM = ['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'dev', 'proc'];
const NODE_USER = 'node:x:1000:1000::/home/node:/bin/sh\n';
const NODE_GROUP = 'node:x:1000:\n';

export class Stage {
  env = {};
  user = 'root';
  workdir = '/';
  volumes = [];
  #root;
  #nodePrefix = dirname(dirname(realpathSync(process.execPath)));

  constructor(root) {
    this.#root = root;
    mkdirSync(root, { recursive: true });
    for (const name of SYSTEM.filter((one) => existsSync(`/${one}`))) {
      const link = lstatSync(`/${name}`).isSymbolicLink();
      if (link) symlinkSync(readlinkSync(`/${name}`), join(root, name));
      else mkdirSync(join(root, name));
    }
    for (const name of ['tmp', 'root', 'home/node', 'etc', `.${this.#nodePrefix}`]) {
      mkdirSync(join(root, name), { recursive: true });
    }
    chmodSync(join(root, 'tmp'), 0o1777);
    chownSync(join(root, 'home/node'), 1000, 1000);
    cpSync('/etc', join(root, 'etc'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/^\/etc\/(g?shadow|sudoers|ssh)\b/.test(path) && isReadable(path),
    });
    const names = (file, own) =>
      writeFileSync(
        join(root, 'etc', file),
        `${readFileSync(`/etc/${file}`, 'utf8').replace(/^(node:.*|[^:]+:x:1000:.*)\n/gm, '')}${own}`,
      );
    names('passwd', NODE_USER);
    names('group', NODE_GROUP);
  }

  /** Where a path of the stage is on this machine. */
  path(inside) {
    return join(this.#root, resolve('/', this.workdir, inside));
  }

  setWorkdir(path) {
    this.workdir = posix.resolve(this.workdir, path);
    mkdirSync(this.path('.'), { recursive: true });
  }

  copy({ sources, target }, from) {
    const intoDirectory = target.endsWith('/') || sources.length > 1;
    for (const source of sources) {
      if (from) this.#copyFromStage(from.path(posix.resolve('/', source)), target, intoDirectory);
      else this.#copyFromContext(source, target, intoDirectory);
    }
  }

  #copyFromStage(source, target, intoDirectory) {
    const directory = statSync(source).isDirectory();
    const to = intoDirectory && !directory ? join(target, posix.basename(source)) : target;
    cpSync(source, this.path(to), { recursive: true, verbatimSymlinks: true });
  }

  #copyFromContext(source, target, intoDirectory) {
    const context = process.cwd();
    const files = listContext(context).filter(
      (path) => path === source || path.startsWith(`${source}/`),
    );
    if (files.length === 0) throw new Error(`${source} is not in the context`);
    for (const file of files) {
      const within = posix.relative(source, file) || (intoDirectory ? posix.basename(file) : '');
      const to = this.path(posix.join(target, within));
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(context, file), to);
    }
  }

  /** Runs a build step to its end. */
  run(command) {
    const [program, args] = this.#inside(command, {});
    const { status } = spawnSync(program, args, { stdio: 'inherit', env: {} });
    if (status !== 0) throw new Error(`ended with ${status}: ${command.join(' ')}`);
  }

  /** Starts a command as a container would, with a read-only file system except for volumes and /tmp. */
  start(command, { env, volumes, stdio }) {
    const [program, args] = this.#inside(command, { env, volumes, readOnly: true });
    return spawn(program, args, { stdio, env: {} });
  }

  #inside(command, { env = {}, volumes = {}, readOnly = false }) {
    const root = this.#root;
    const mounts = SYSTEM.filter((name) => existsSync(`/${name}`))
      .filter((name) => !lstatSync(`/${name}`).isSymbolicLink())
      .map((name) => `mount --rbind /${name} ${root}/${name}`);
    if (!this.#nodePrefix.startsWith('/usr')) {
      mounts.push(`mount --bind ${this.#nodePrefix} ${root}${this.#nodePrefix}`);
    }
    if (readOnly) {
      mounts.unshift(`mount --bind ${root} ${root}`, `mount -o remount,bind,ro ${root}`);
      mounts.push(`mount -t tmpfs tmpfs ${root}/tmp`);
    }
    for (const [path, directory] of Object.entries(volumes)) {
      mounts.push(`mount --bind ${directory} ${root}${path}`);
    }
    const { uid, gid, home } = this.#account();
    const variables = {
      PATH: `${this.#nodePrefix}/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      HOME: home,
      ...networkSettings(),
      ...this.env,
      ...env,
    };
    const pairs = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    const script =
      `set -e\n${mounts.join('\n')}\n` +
      `exec chroot --userspec=${uid}:${gid} --groups=${gid} ${root} ` +
      `/usr/bin/env --chdir=${this.workdir} -i "$@"`;
    return ['unshare', ['--mount', '/bin/sh', '-c', script, 'sh', ...pairs, ...command]];
  }

  #account() {
    const lines = readFileSync(this.path('/etc/passwd'), 'utf8').split('\n');
    const line = lines.find((one) => one.startsWith(`${this.user}:`));
    if (!line) throw new Error(`There is no user ${this.user}`);
    const [, , uid, gid, , home] = line.split(':');
    return { uid: Number(uid), gid: Number(gid), home };
  }
}

function isReadable(path) {
  try {
    lstatSync(path);
    if (lstatSync(path).isDirectory()) readdirSync(path);
    return !lstatSync(path).isSocket() && !lstatSync(path).isFIFO();
  } catch {
    return false;
  }
}

/** How this machine reaches the npm registry. */
function networkSettings() {
  const kept = Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|ssl_cert_file)$/i.test(name),
  );
  const registry = process.env.npm_config_registry;
  return { ...Object.fromEntries(kept), ...(registry && { npm_config_registry: registry }) };
}
