// Reads a Dockerfile into stages and steps. It knows what ours uses, and refuses everything else, so that no
// step is passed over silently.

/** Instructions with their arguments; `RUN` and `COPY` are done, the others describe the image. */
const readers = {
  ARG: text,
  COPY: readCopy,
  CMD: readCommand,
  ENTRYPOINT: readCommand,
  ENV: readPairs,
  EXPOSE: text,
  HEALTHCHECK: readHealthcheck,
  LABEL: readPairs,
  RUN: (rest) => ({ command: readCommand(refuseFlags(rest)) }),
  USER: text,
  VOLUME: text,
  WORKDIR: text,
};

/** Stages in order: `{ name, base, steps: [{ instruction, line, … }] }`. */
export function parseDockerfile(source) {
  const stages = [];
  for (const { text: full, line } of joinLines(source)) {
    const [, instruction, rest] = /^([A-Z]+)\s+(.*)$/s.exec(full) ?? [];
    const fail = (why) => new Error(`Dockerfile, line ${line}: ${why}: ${full}`);
    if (instruction === 'FROM') {
      const [, base, name] = /^(?:--platform=\S+\s+)?(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? [];
      if (!base) throw fail('not understood');
      stages.push({ name: name ?? 'image', base, steps: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage || !Object.hasOwn(readers, instruction ?? '')) throw fail('not understood');
    try {
      stage.steps.push({ instruction, line, text: full, value: readers[instruction](rest) });
    } catch (error) {
      throw fail(error.message);
    }
  }
  return stages;
}

/** Lines that end in a backslash go on; comments and empty lines do not count. */
function joinLines(source) {
  const joined = [];
  let open;
  for (const [index, raw] of source.split(/\r?\n/).entries()) {
    if (/^\s*#/.test(raw) || (raw.trim() === '' && !open)) continue;
    const continues = raw.endsWith('\\');
    const piece = continues ? raw.slice(0, -1) : raw;
    if (open) open.text += piece;
    else open = { text: piece, line: index + 1 };
    if (continues) continue;
    joined.push({ ...open, text: open.text.trim() });
    open = undefined;
  }
  return joined;
}

function text(rest) {
  return rest.trim();
}

/** A command as an array of arguments; text is for a shell. */
function readCommand(rest) {
  return rest.startsWith('[') ? JSON.parse(rest) : ['/bin/sh', '-c', rest];
}

function readCopy(rest) {
  const words = rest.split(/\s+/);
  let from;
  while (words[0]?.startsWith('--')) {
    const [flag, value] = words.shift().split('=');
    if (flag !== '--from') throw new Error(`unknown option ${flag}`);
    from = value;
  }
  const target = words.pop();
  if (words.length === 0) throw new Error('not understood');
  return { from, sources: words, target };
}

/** `NAME=value` or `NAME="a value"`, several of them. */
function readPairs(rest) {
  const pairs = [...rest.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))\s*/g)];
  if (
    pairs
      .map(([all]) => all)
      .join('')
      .trim() !== rest.trim()
  )
    throw new Error('not understood');
  return Object.fromEntries(pairs.map(([, name, quoted, bare]) => [name, quoted ?? bare]));
}

function readHealthcheck(rest) {
  const [, options, command] = /^((?:--[\w-]+=\S+\s+)*)CMD\s+(.*)$/s.exec(rest) ?? [];
  if (!command) throw new Error('not understood');
  return { options: options.trim().split(/\s+/), command: readCommand(command) };
}

function refuseFlags(rest) {
  if (rest.startsWith('--')) throw new Error('options of RUN are not known here');
  return rest;
}
