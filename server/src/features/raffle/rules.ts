const ID_BYTES = 16;
const PLACE_BYTES = 4;

/**
 * The leads of each person, in so few bytes that a hundred thousand people fit beside their roster: for
 * every person the place where their leads begin, one place more where all end, then the ids.
 */
export function packMembers(people: readonly (readonly string[])[]): Buffer {
  const count = people.reduce((sum, leads) => sum + leads.length, 0);
  const header = (people.length + 1) * PLACE_BYTES;
  const packed = Buffer.alloc(header + count * ID_BYTES);
  let place = 0;
  for (const [index, leads] of people.entries()) {
    packed.writeUInt32BE(place, index * PLACE_BYTES);
    for (const id of leads) {
      packed.write(id.replaceAll('-', ''), header + place * ID_BYTES, 'hex');
      place += 1;
    }
  }
  packed.writeUInt32BE(place, people.length * PLACE_BYTES);
  return packed;
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

export function unpackIds(packed: Buffer): string[] {
  const hex = packed.toString('hex').match(/.{32}/g) ?? [];
  return hex.map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
}

/** As much of a name as may be shown in the hall before anybody has won: `Amara O.` */
export function shortName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/u);
  const initial = [...(others.at(-1) ?? '')][0];
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}
