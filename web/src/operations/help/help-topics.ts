import { helpPages } from '@drawbridge/contract/core/pages';
import { english } from '@drawbridge/contract/languages/english';
import type { Role } from '@drawbridge/contract/login/auth';

export interface HelpGroup {
  id: string;
  title: string;
  topics: {
    question: string;
    answer: string;
    /** The handbook section with details; a test checks that the section exists. */
    more?: { label: string; to: string };
  }[];
}

const { organisers, volunteers, install, settings, operators, fairDraw, scale, api } = helpPages;

/** The handbook's chapters, in the order in which each role reads them. */
export const handbook: Record<Role, [label: string, to: string][]> = {
  admin: [
    [english('For organisers'), organisers],
    [english('For volunteers'), volunteers],
    [english('Install'), install],
    [english('Settings'), settings],
    [english('Operations'), operators],
    [english('The fair draw'), fairDraw],
    [english('Several servers'), scale],
    [english('The API'), api],
  ],
  volunteer: [
    [english('Collect leads'), `${volunteers}#collect-leads`],
    [english('Without a network'), `${volunteers}#without-a-network`],
    [english('Scan a badge'), `${volunteers}#scan-a-badge`],
    [english('The fair draw'), fairDraw],
    [english('For organisers'), organisers],
  ],
};

export const helpTopics: HelpGroup[] = [
  {
    id: 'visitors',
    title: english('You entered a raffle'),
    topics: [
      {
        question: english('Where is my ticket?'),
        answer: english(
          'On the phone you entered with: scan the same QR code again and press “Your ticket”. It has a name, such as Heron 4217, and says whether it has been verified, which draws it was in, and what comes next. If someone on the team entered you, scan the code on their screen, and the ticket is kept on your phone. Press “Save ticket” to keep it as a picture.',
        ),
      },
      {
        question: english('Did I win?'),
        answer: english(
          'Open the raffle page on the phone that has your ticket: press “Watch the draw live” below the ticket. When you win, the screen says so: go to the stage and show it. Its code changes every ten seconds, so a picture of it is worth nothing. Your ticket says it too when you open it again.',
        ),
      },
      {
        question: english('Was the draw fair, and was I in it?'),
        answer: english(
          'Press “Check the draws” on the raffle page. It works every draw out again on your own phone and tells you whether your ticket was in it. On another phone, type the entry code from your ticket and press “Look for me”.',
        ),
        more: { label: english('How the draw works'), to: fairDraw },
      },
      {
        question: english('How do I have my details deleted?'),
        answer: english(
          'Ask the organiser of the event and tell them the phone number or email address you entered. They can show you all data stored about you, and erase it.',
        ),
      },
    ],
  },
  {
    id: 'volunteers',
    title: english('You collect leads'),
    topics: [
      {
        question: english('There is no network'),
        answer: english(
          'Carry on. Leads stay on this phone, and are sent when the network is back. The line at the lower edge says how many are waiting. Keep the page open, and do not clear the browser’s data before it says “All leads sent”.',
        ),
        more: { label: english('Without a network'), to: `${volunteers}#without-a-network` },
      },
      {
        question: english('I typed something wrong'),
        answer: english(
          'Press “Undo” within ten seconds. Later, press the pencil beside the person under “Recent Leads”: you can correct the lead or take it back until the team has verified it.',
        ),
        more: { label: english('Collect leads'), to: `${volunteers}#collect-leads` },
      },
      {
        question: english('The badge is not read'),
        answer: english(
          'Hold the QR code still, flat and a hand’s width from the camera, and press “Light” in the dark. Not every badge holds a contact. Typing always works.',
        ),
        more: { label: english('Scan a badge'), to: `${volunteers}#scan-a-badge` },
      },
      {
        question: english('It says “No Active Assignment”'),
        answer: english(
          'Your account works, but you are not assigned to an event yet. Ask an administrator to assign you, then load the page again.',
        ),
      },
    ],
  },
  {
    id: 'organisers',
    title: english('You run the event'),
    topics: [
      {
        question: english('How do I start?'),
        answer: english(
          'Create the event, add prizes, assign volunteers, print the poster with the QR code. The handbook goes through it step by step, to the drawn winner. It prints with one step on each sheet.',
        ),
        more: { label: english('Handbook for organisers'), to: organisers },
      },
      {
        question: english('What do I need to think of on the day?'),
        answer: english('There is a list to print and tick off.'),
        more: {
          label: english('Checklist for the day'),
          to: `${organisers}#checklist-for-the-day`,
        },
      },
      {
        question: english('Nobody is in the draw'),
        answer: english(
          'Only verified leads take part. Verify the pending ones under Leads. Promoted leads no longer take part, so promote after the draw.',
        ),
        more: { label: english('Verify the leads'), to: `${organisers}#verify-the-leads` },
      },
      {
        question: english('The winner is not here'),
        answer: english(
          'On the remote, press “Not here” and choose a reason. It stays in the public record, and the prize can be drawn again.',
        ),
        more: {
          label: english('When the winner is not there'),
          to: `${organisers}#when-the-winner-is-not-there`,
        },
      },
      {
        question: english('Someone asks what data we store about them'),
        answer: english(
          'You can look up a person by phone number or email address, export their data as a file, and erase it.',
        ),
        more: {
          label: english('When someone asks for their data'),
          to: `${organisers}#when-someone-asks-for-their-data`,
        },
      },
      {
        question: english('I run the server'),
        answer: english('HTTPS, backups, upgrades and what to do in trouble.'),
        more: { label: english('Operations'), to: operators },
      },
    ],
  },
];
