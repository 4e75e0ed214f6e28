import type { QuestionMeaning } from '../events/questions/meanings.ts';

/** A lead as it is written into another program's import file. */
interface LeadForImport {
  name: string;
  email: string;
  phone: string;
  event: string;
  /** The consent to marketing; null if the person was not asked. */
  marketing: boolean | null;
  /** The answer to the question with this meaning; empty if there is none. */
  answerTo(meaning: QuestionMeaning): string;
}

interface FileLayout {
  /** The layout's name, as the organiser reads it. */
  name: string;
  /** The headers that the program knows, each with the function that writes its cells. */
  columns: Record<string, (lead: LeadForImport) => string>;
}

/** A single name is treated as the last name, which Salesforce requires. */
const firstName = ({ name }: LeadForImport) => name.slice(0, Math.max(0, name.lastIndexOf(' ')));
const lastName = ({ name }: LeadForImport) => name.slice(name.lastIndexOf(' ') + 1);
const email = (lead: LeadForImport) => lead.email;
const phone = (lead: LeadForImport) => lead.phone;
const answerTo = (meaning: QuestionMeaning) => (lead: LeadForImport) => lead.answerTo(meaning);

const layouts = {
  hubspot: {
    name: 'HubSpot contacts',
    columns: {
      'First name': firstName,
      'Last name': lastName,
      Email: email,
      'Phone number': phone,
      'Company name': answerTo('company'),
      'Job title': answerTo('jobTitle'),
      'Website URL': answerTo('website'),
      'Postal code': answerTo('postalCode'),
      'Country/Region': answerTo('country'),
    },
  },
  salesforce: {
    name: 'Salesforce leads',
    columns: {
      'First Name': firstName,
      'Last Name': lastName,
      // A lead without a company is refused; this is what Salesforce itself writes there.
      Company: (lead) => lead.answerTo('company') || '[not provided]',
      Title: answerTo('jobTitle'),
      Email: email,
      Phone: phone,
      Website: answerTo('website'),
      'Postal Code': answerTo('postalCode'),
      Country: answerTo('country'),
      // A lead source that every Salesforce installation has by default.
      'Lead Source': () => 'Trade Show',
      Description: ({ event }) => event,
      'Email Opt Out': ({ marketing }) => (marketing === false ? '1' : '0'),
    },
  },
} as const satisfies Record<string, FileLayout>;

export type FileLayoutName = keyof typeof layouts;
/** Import files of other programs, with the headers that these recognise by themselves. */
export const fileLayouts: Record<FileLayoutName, FileLayout> = layouts;
export const fileLayoutNames = Object.keys(fileLayouts) as [FileLayoutName, ...FileLayoutName[]];
