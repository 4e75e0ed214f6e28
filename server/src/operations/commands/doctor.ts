import { CommandError, runCommand } from '../../core/command.ts';
import { explainFailure } from '../../core/failure.ts';
import { localUrl } from '../../http/connections/addresses.ts';
import { describeUnknownSettings, readSettings, type Settings } from '../../settings.ts';
import {
  describeDatabase,
  findDiskProblems,
  findPortProblem,
  findServiceProblems,
} from '../upkeep/checks.ts';

const PROBE_TIMEOUT_MS = 2_000;
const BAD = '✗';

runCommand(async () => {
  const settings = readSettings(process.env);
  const unknown = describeUnknownSettings(process.env);
  const lines = [
    unknown ? bad(unknown) : good('The settings are valid'),
    ...(await all(findDiskProblems(settings), 'There is room on the disk')),
    await examinePort(settings),
    await describeDatabase(settings).then(
      (database) => good(`The database: ${database}`),
      (error) => bad(explainFailure(error)),
    ),
    ...(await all(findServiceProblems(settings), describeServices(settings))),
  ];
  console.log(lines.join('\n'));
  const problems = lines.filter((line) => line.startsWith(BAD)).length;
  if (problems > 0) throw new CommandError(problems === 1 ? '1 problem' : `${problems} problems`);
});

function good(text: string): string {
  return `✓ ${text}`;
}

function bad(text: string): string {
  return `${BAD} ${text}`;
}

async function all(problems: Promise<string[]>, otherwise: string): Promise<string[]> {
  const lines = await problems;
  return lines.length > 0 ? lines.map(bad) : [good(otherwise)];
}

function describeServices({ mail, signOn }: Settings): string {
  if (!mail && !signOn) return 'Mail and single sign-on are not set';
  if (!signOn) return 'The mail server answers; single sign-on is not set';
  return mail
    ? 'The mail server and the provider of single sign-on respond'
    : 'The provider of single sign-on answers; mail is not set';
}

/** Tests the port. A port that is in use is fine if the server itself is running there. */
async function examinePort(settings: Settings): Promise<string> {
  const { host, port } = settings;
  const problem = await findPortProblem(settings);
  if (!problem) return good(`Port ${port} is free`);
  const response = await fetch(`${localUrl(host, port)}/healthz`, {
    signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
  }).then(
    (response) => response.text(),
    () => '',
  );
  return response === '{"status":"ok"}'
    ? good(`Drawbridge is running on port ${port}`)
    : bad(problem);
}
