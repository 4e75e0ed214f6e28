import { useEffect, useState } from 'react';
import { rollPace } from './roll-pace.ts';

interface RollingNamesProps {
  /** When the animation began. */
  since: number;
  names: string[];
}

/** Goes through the names, or digits of tickets, and slows down. Hidden from screen readers. */
export function RollingNames({ since, names }: RollingNamesProps) {
  const [place, setPlace] = useState(0);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function roll() {
      timer = setTimeout(
        () => {
          setPlace((current) => current + 1);
          roll();
        },
        rollPace(Date.now() - since),
      );
    }
    roll();
    return () => clearTimeout(timer);
  }, [since]);

  return (
    <p
      aria-hidden
      data-rolling
      className="w-full truncate font-bold font-display text-4xl tabular-nums leading-tight md:text-5xl"
    >
      {names[place % names.length]}
    </p>
  );
}
