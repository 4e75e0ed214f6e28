import type { Examples } from '../../test/world.ts';
import { newLeadId } from '../leads/examples.ts';

export const peopleExamples: Examples = {
  findPeople: () => ({ body: () => ({ contact: '07700 900123' }) }),
  exportPerson: async (world) => {
    const id = await newLeadId(world);
    return { body: () => ({ leadIds: [id], usernames: [] }) };
  },
  erasePeople: async (world) => {
    const id = await newLeadId(world);
    return { body: () => ({ leadIds: [id] }) };
  },
};
