import { useEffect, useState } from 'react';

const NAME_MS = 90;

/** Cycles through the names of eligible people. Hidden from screen readers. */
export function RollingNames({ names }: { names: string[] }) {
  const [place, setPlace] = useState(0);

  useEffect(() => {
    const timer = setInterval(() => setPlace((current) => current + 1), NAME_MS);
    return () => clearInterval(timer);
  }, []);

  return (
    <p
      aria-hidden
      data-rolling
      className="w-full truncate font-display font-semibold text-3xl opacity-80 md:text-4xl"
    >
      {names[place % names.length]}
    </p>
  );
}
