import { type ReactNode, useEffect, useState } from 'react';
import { rollPace } from './roll-pace.ts';

interface RollingProps {
  /** When the animation began. */
  since: number;
  items: string[];
  children: (item: string) => ReactNode;
}

/** Goes through the items and slows down. Hidden from screen readers. */
export function Rolling({ since, items, children }: RollingProps) {
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
      className="w-full font-bold font-display text-4xl leading-tight md:text-5xl"
    >
      {children(items[place % items.length] ?? '')}
    </p>
  );
}
