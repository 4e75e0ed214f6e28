import postgres from 'postgres';

type Pool = postgres.Sql<Record<never, never>>;
type PoolOptions = postgres.Options<Record<never, never>>;
/** The part of the driver's own options that its types leave out. */
type Inside = { fetch_types: boolean; shared: { typeArrayMap: Record<number, number> } };

/** How long a pool that was replaced may finish what it was given; the rest fails then. */
const FINISH_MS = 6_000;

/**
 * A pool that outlives its connections, against three faults of the driver.
 *
 * It keeps what it was about to write to a connection that dies, and then never sends the greeting of
 * the next one in that place: every statement that lands there waits for `connect_timeout`, again and
 * again. What it is given between a connection's error and its end waits for ever. So a pool that loses
 * a connection is replaced; what was given to the old one is finished there, or fails soon.
 *
 * Each new connection asks for the array types, and when it dies while doing so, nobody catches the
 * error, which ends the process. So they are asked for once, at the beginning.
 */
export function lastingPool(openFirst: (options: PoolOptions) => Pool): Pool {
  const retired = new Map<Pool, NodeJS.Timeout>();
  let ending = false;
  let current = open(openFirst);

  function open(openPool: (options: PoolOptions) => Pool): Pool {
    let wasOpen = false;
    const pool = openPool({
      // PostgreSQL tells its parameters to a new connection; those that are new to the pool come here.
      onparameter: () => {
        wasOpen = true;
      },
      onclose: () => {
        // One that never had a connection has lost none: the database is away.
        if (wasOpen && pool === current && !ending) replace(pool);
      },
    });
    return pool;
  }

  function replace(lost: Pool): void {
    const known = askNoMore(lost);
    // The driver takes options that it has read before as they are, with the types it has learnt.
    const fresh = { parameters: {}, shared: { ...known.shared, retries: 0 } };
    current = open((own) => postgres({ ...known, ...own, ...fresh } as PoolOptions));
    const timer = setTimeout(() => {
      retired.delete(lost);
      void lost.end({ timeout: 0 });
    }, FINISH_MS);
    retired.set(lost, timer.unref());
  }

  async function end(options?: { timeout?: number }): Promise<void> {
    ending = true;
    for (const timer of retired.values()) clearTimeout(timer);
    const pools = [current, ...retired.keys()];
    await Promise.all(pools.map((pool) => pool.end(options)));
  }

  /** Where no types are asked for, the driver waits for ever for a connection that is not there yet. */
  const reserve: Pool['reserve'] = async () => {
    await current`select`;
    return current.reserve();
  };

  return new Proxy(current, {
    apply: (_first, self, args) => {
      askNoMore(current);
      return Reflect.apply(current, self, args);
    },
    get: (_first, key) => {
      if (key === 'end') return end;
      if (key === 'reserve') return reserve;
      return Reflect.get(current, key);
    },
  });
}

/** Once the array types are known, no connection needs to ask for them. */
function askNoMore(pool: Pool): Inside {
  const options = pool.options as unknown as Inside;
  if (options.fetch_types && Object.keys(options.shared.typeArrayMap).length > 0) {
    options.fetch_types = false;
  }
  return options;
}
