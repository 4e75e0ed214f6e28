import type { EventStatus } from '@drawbridge/contract/events/events';
import type { Answer } from '@drawbridge/contract/events/questions/kinds';
import type { questionInput } from '@drawbridge/contract/events/questions/schemas';
import type { Language } from '@drawbridge/contract/languages/languages';
import type { z } from 'zod';
import { demoPictures } from './pictures.ts';

interface DemoEvent {
  name: string;
  location: string;
  /** The date as a number of days from today. */
  inDays: number;
  status: EventStatus;
  totalAmountCollected: string;
  roa: string;
  organiser?: string;
  language?: Language;
  languages?: Language[];
  currency?: string;
  timeZone?: string;
  privacyText?: string;
  logo?: string;
  cover?: string;
  accent?: string;
  /** The time of the draw on its day, in event time. */
  drawAt?: string;
  leads: number;
  /** The sponsors. The first one is on the form, if people share their details with it. */
  sponsors: string[];
  /** The percentage of people who share their details. */
  sharing?: number;
  prizes: DemoPrize[];
  /** The number of drawn prizes. They are drawn now, so only an event of today has any. */
  drawn: number;
  questions?: DemoQuestion[];
}

interface DemoPrize {
  name: string;
  value: string | null;
  description: string | null;
  picture?: string;
}

/** A question with the answers of its leads: one of these with equal probability, or none. */
export interface DemoQuestion extends Omit<z.input<typeof questionInput>, 'id'> {
  answers: Answer[];
  /** The percentage of people who answer it. */
  answered: number;
}

export const demoEvents: DemoEvent[] = [
  {
    name: 'Harbour Winter Fair',
    location: 'Hall 7, Bristol',
    inDays: 0,
    status: 'active',
    totalAmountCollected: '18420.50',
    roa: '12.5',
    organiser: 'Harbour Traders Association',
    privacyText:
      'We use your name and number to run this raffle and to call the winners. Two weeks after the fair we ' +
      'delete the entries of everybody who has not asked to hear from us.',
    logo: demoPictures.logo,
    cover: demoPictures.cover,
    accent: '#0f6b6d',
    drawAt: '17:30',
    leads: 1284,
    sponsors: ['Northwind', 'Acme & Co', 'Tidal'],
    sharing: 24,
    prizes: [
      {
        name: 'City bicycle',
        value: '$500',
        description: 'Eight gears, with lights and a lock.',
        picture: demoPictures.bicycle,
      },
      {
        name: 'Weekend by the sea',
        value: '$350',
        description: 'Two nights for two people.',
        picture: demoPictures.sea,
      },
      {
        name: 'Noise-cancelling headphones',
        value: '$280',
        description: null,
        picture: demoPictures.headphones,
      },
      {
        name: 'Coffee for a year',
        value: '$240',
        description: 'A bag every month.',
        picture: demoPictures.coffee,
      },
      {
        name: 'Dinner for four',
        value: '$160',
        description: 'At the Old Customs House.',
        picture: demoPictures.dinner,
      },
      { name: 'Gift card', value: '$100', description: null },
      { name: 'Gift card', value: '$50', description: null },
      { name: 'Signed poster', value: null, description: 'This year’s, one of fifty.' },
    ],
    drawn: 2,
    questions: [
      {
        kind: 'text',
        label: 'Company',
        meaning: 'company',
        answers: [
          ...['Fieldhouse', 'Marlow Tools', 'Saltmarsh Bakery', 'Quay & Sons', 'Old Customs House'],
          ...['Avon Ceramics', 'Severn Boats', 'Clifton Print'],
        ],
        answered: 60,
      },
      {
        kind: 'choices',
        label: 'What are you interested in?',
        choices: [
          { id: 'stall', label: 'A stall of my own' },
          { id: 'wholesale', label: 'Buying wholesale' },
          { id: 'courses', label: 'Courses' },
        ],
        other: true,
        answers: [
          ['stall'],
          ['wholesale'],
          ['courses'],
          ['courses', 'stall'],
          ['wholesale', 'courses'],
          ['courses', { other: 'Volunteering' }],
        ],
        answered: 85,
      },
      {
        kind: 'yesNo',
        label: 'Have you been here before?',
        answers: [true, true, false],
        answered: 90,
      },
      {
        kind: 'rating',
        label: 'How warm is this lead?',
        help: '5 is ready to buy',
        askedOf: 'volunteers',
        answers: [2, 3, 3, 4, 4, 5],
        answered: 75,
      },
    ],
  },
  {
    name: 'Autumn Makers Market',
    location: 'Old Tram Depot, Leeds',
    inDays: -43,
    status: 'ended',
    totalAmountCollected: '42118.00',
    roa: '31',
    leads: 1907,
    sponsors: ['Fieldhouse', 'Marlow Tools', 'Northwind', 'Kiln & Clay'],
    prizes: [],
    drawn: 0,
  },
  {
    name: 'Riverside Food Market',
    location: 'Quay Gardens, Newcastle',
    inDays: 0,
    status: 'ended',
    totalAmountCollected: '9650.75',
    roa: '-4.2',
    leads: 612,
    sponsors: ['Saltmarsh Bakery'],
    prizes: [
      { name: 'Tasting menu for two', value: '$190', description: null },
      { name: 'Bread every Saturday', value: '$120', description: 'For half a year.' },
    ],
    drawn: 2,
  },
  {
    name: 'Hafenfest',
    location: 'Fischmarkt, Hamburg',
    inDays: 9,
    status: 'active',
    totalAmountCollected: '2310',
    roa: '6.5',
    language: 'de',
    languages: ['en', 'de'],
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    leads: 84,
    sponsors: ['Alster & Söhne'],
    prizes: [
      { name: 'Hafenrundfahrt für zwei', value: '60 €', description: null },
      { name: 'Fischbrötchen für ein Jahr', value: '200 €', description: 'Eines in der Woche.' },
    ],
    drawn: 0,
  },
  {
    name: 'Founders Breakfast',
    location: 'The Exchange, Manchester',
    inDays: 18,
    status: 'upcoming',
    totalAmountCollected: '0',
    roa: '0',
    leads: 0,
    sponsors: ['Tidal'],
    prizes: [{ name: 'A year of desk space', value: '$1,800', description: null }],
    drawn: 0,
  },
  {
    name: 'Spring Gardens Open Day',
    location: 'Botanic Gardens, Sheffield',
    inDays: 141,
    status: 'upcoming',
    totalAmountCollected: '1200',
    roa: '0',
    leads: 37,
    sponsors: [],
    prizes: [],
    drawn: 0,
  },
];

export const demoVolunteers = [
  { username: 'priya', name: 'Priya Shah' },
  { username: 'tom', name: 'Tom Ellis' },
  { username: 'amelie', name: 'Amélie Laurent' },
  { username: 'kwame', name: 'Kwame Mensah' },
  { username: 'sofia', name: 'Sofia Rossi' },
  { username: 'jun', name: 'Jun Nakamura' },
];

export const firstNames = (
  'Amara Jonas Maximiliana Wei Priya Oliver Fatima Lucas Ingrid Mateo Zofia Kofi Hannah Diego ' +
  'Aisha Noah Elif Samuel Chloe Rahul Marta Idris Freya Tomasz Leila Hugo Nadia Callum Yuki ' +
  'Bronwyn Omar Beatriz Stefan Grace Andrei Niamh Viktor Salma Rowan Thandiwe'
).split(' ');

export const lastNames = (
  'Okafor Lindqvist Zhang Shah Hughes Haddad Moreau Nilsen García Kowalska Mensah Becker Torres ' +
  'Rahman Wright Yılmaz Osei Laurent Patel Silva Bello Sørensen Novak Karimi Dubois Petrov Murphy ' +
  'Tanaka Evans Farouk Costa Fischer Walker Popescu Byrne Ivanov Mansour Ash Dlamini Castellanos'
).split(' ');
