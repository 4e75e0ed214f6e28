export const ID_BYTES = 16;
const PLACE_BYTES = 4;

/**
 * The leads of each person, in so few bytes that a hundred thousand people fit beside their roster: for
 * every person the place where their leads begin, one place more where all end, then the ids.
 */
export function packMembers(size: number, idsOf: (index: number) => Buffer[]): Buffer {
  const places = Buffer.alloc((size + 1) * PLACE_BYTES);
  const ids: Buffer[] = [];
  for (let index = 0; index < size; index += 1) {
    places.writeUInt32BE(ids.length, index * PLACE_BYTES);
    ids.push(...idsOf(index));
  }
  places.writeUInt32BE(ids.length, size * PLACE_BYTES);
  return Buffer.concat([places, ...ids]);
}

/** A part of something packed, counted from 1 as SQL does. */
export interface Part {
  from: number;
  length: number;
}

/** Where to read the two places between which a person's leads lie. */
export function placesOf(index: number): Part {
  return { from: index * PLACE_BYTES + 1, length: 2 * PLACE_BYTES };
}

/** Where the leads themselves are, once the places are known. */
export function membersBetween(places: Buffer, people: number): Part {
  const [begin, end] = [places.readUInt32BE(0), places.readUInt32BE(PLACE_BYTES)];
  const header = (people + 1) * PLACE_BYTES;
  return { from: header + begin * ID_BYTES + 1, length: (end - begin) * ID_BYTES };
}

export function unpackIds(packed: Buffer): Buffer[] {
  return Array.from({ length: packed.length / ID_BYTES }, (_, index) =>
    packed.subarray(index * ID_BYTES, (index + 1) * ID_BYTES),
  );
}

/** A UUID as it is written. */
export function writeId(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** As much of a name as may be shown in the hall before anybody has won: `Amara O.` */
export function shortName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/u);
  const initial = [...(others.at(-1) ?? '')][0];
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}
