import { eventPath } from '@drawbridge/contract/core/pages';
import { Link } from 'wouter';
import { formatCount } from '../../lib/texts/formats.ts';
import { say } from '../../lib/texts/say.ts';
import {
  OpenRollCall,
  RollCallButton,
  useTakingPart,
  WhoTakesPart,
} from '../presenter/roll-call.tsx';
import { formatShare } from '../readiness/ready-to-draw.tsx';
import { useStage } from '../stage-context.tsx';

/** The people of the next draw and, where one person may have several, their chances. */
export function TakingPartFacts() {
  const { eventId, people, scene } = useStage();
  const { count = 0, chances, obstacle } = useTakingPart();
  if (!people) return null;
  const figures = [
    { label: say('person', 'people', { count }), value: formatCount(count) },
    ...(chances === undefined
      ? []
      : [
          { label: say('chances'), value: formatCount(chances) },
          {
            label: say('the most of one person'),
            value: `${formatCount(people.mostChances)} (${formatShare(people.mostChances / Math.max(1, chances))})`,
          },
        ]),
  ];

  return (
    <>
      <ul className="flex flex-wrap gap-x-8 gap-y-2">
        {figures.map(({ label, value }) => (
          <li key={label}>
            <Link
              to={`${eventPath(eventId, 'leads')}?status=verified`}
              className="flex flex-col rounded-s hover:underline"
            >
              <span className="font-display font-semibold text-2xl tabular-nums">{value}</span>
              <span className="text-ink-2 text-sm">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      {obstacle && <p className="text-wait">{obstacle}</p>}
      <WhoTakesPart />
      <OpenRollCall withCode />
      {scene.kind !== 'sealed' && !people.here?.open && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <RollCallButton />
          <p className="min-w-0 flex-1 basis-48 text-ink-2 text-sm">
            {say(
              'The wall shows four digits. Whoever answers with them is here, and only they can win. Anyone can see later which roll calls a winner missed.',
            )}
          </p>
        </div>
      )}
    </>
  );
}
