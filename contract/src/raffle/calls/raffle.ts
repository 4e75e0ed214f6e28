import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import {
  drawList,
  fullRecord,
  raffleRecord,
  registerBucket,
  registerHashes,
  sealedDraw,
} from '../../fair-draw/draws.ts';
import {
  beaconInput,
  drawInput,
  eligiblePeople,
  forfeitInput,
  sealInput,
  voidInput,
} from '../drawing.ts';
import { drawnResult, raffleResult, stageChange, stageState } from '../raffle.ts';

const obstacles = [
  'prize-not-found',
  'prize-already-drawn',
  'nobody-eligible',
  'draw-sealed',
  'too-many-winners',
  'no-roll-call',
] as const;

export const raffleCalls = defineCalls(
  { room: 'raffle', who: 'administrators', tokens: 'draws', limited: 'named', changes: 'none' },
  {
    getRaffleResults: {
      route: 'GET /api/events/:eventId/raffles',
      summary: 'The winners so far',
      who: 'anyone',
      answers: { 200: z.array(raffleResult) },
    },
    getEventDraws: {
      route: 'GET /api/events/:eventId/draws',
      summary: 'All records of draws, with what anyone needs to check them',
      who: 'anyone',
      answers: { 200: drawList },
    },
    getEventDraw: {
      route: 'GET /api/events/:eventId/draws/:number',
      summary: 'One record, with its roster and register',
      who: 'anyone',
      answers: { 200: fullRecord },
      compress: false,
    },
    getEligiblePeople: {
      route: 'GET /api/events/:eventId/eligible',
      summary: 'Who would be in the next draw',
      answers: { 200: eligiblePeople },
    },
    drawWinner: {
      route: 'POST /api/events/:eventId/draw-winner',
      summary: 'Draw the winner of a prize, or a general winner',
      description:
        'A sealed draw of the same prize is drawn as it was sealed, with the phrase that the audience called out.',
      body: drawInput,
      answers: { 201: drawnResult },
      problems: [...obstacles, 'beacon-awaited', 'phrase-not-possible', 'phrase-mixed-scripts'],
      audit: 'winner-drawn',
      changes: ['winners drawn', 'roll call', 'records'],
    },
    sealDraw: {
      route: 'POST /api/events/:eventId/seal',
      summary: 'Fix the roster of the next draw before a phrase is called out or a beacon appears',
      body: sealInput,
      answers: { 201: sealedDraw },
      problems: [...obstacles, 'round-not-possible'],
      audit: 'draw-sealed',
      changes: ['draw sealed', 'roll call'],
    },
    bringBeacon: {
      route: 'POST /api/events/:eventId/draws/:number/beacon',
      summary:
        'Bring the beacon that a sealed draw waits for, from anywhere: its signature proves itself',
      description: 'The draw is held at once. A void draw shows who would have won.',
      who: 'anyone',
      tokens: 'none',
      body: beaconInput,
      answers: { 200: raffleRecord },
      problems: ['beacon-not-awaited', 'beacon-too-early', 'beacon-wrong', 'too-many-requests'],
      changes: ['winners drawn', 'records'],
    },
    getEventRegister: {
      route: 'GET /api/events/:eventId/draws/:number/register',
      summary: "The hashes of a draw's register of all tickets, which begin with one of 256 bytes",
      who: 'anyone',
      answers: { 200: registerHashes },
    },
    getEventRegisterBucket: {
      route: 'GET /api/events/:eventId/draws/:number/register/:bucket',
      summary: 'The tickets of a register that begin with one byte, for the phone that holds one',
      who: 'anyone',
      answers: { 200: registerBucket },
    },
    voidDraw: {
      route: 'POST /api/events/:eventId/void',
      summary: 'Void the sealed draw, for a reason that stays on record',
      body: voidInput,
      answers: { 200: raffleRecord },
      problems: ['nothing-sealed', 'beacon-known'],
      audit: 'draw-voided',
      changes: ['draw voided', 'records'],
    },
    forfeitDraw: {
      route: 'POST /api/events/:eventId/draws/:number/forfeit',
      summary: 'Forfeit the win of an absent winner: the prize can be drawn again',
      body: forfeitInput,
      answers: { 201: raffleRecord },
      problems: ['draw-void', 'already-forfeited', 'prize-handed-over', 'draw-sealed'],
      audit: 'win-forfeited',
      changes: 'win forfeited',
    },
    startDraw: {
      route: 'POST /api/events/:eventId/drawing',
      summary: 'Start a draw: every screen shows that it is about to happen',
      description:
        'Refused when it could not be held. Ask for the draw itself after `drawing.lasts`, with the same body. If ' +
        'nobody has asked for it a second after that, the server holds it.',
      body: drawInput.required({ id: true }),
      answers: { 200: stageState },
      problems: [
        ...obstacles,
        'beacon-awaited',
        'phrase-not-possible',
        'phrase-mixed-scripts',
        'draw-under-way',
      ],
      changes: 'stage',
    },
    updateEventStage: {
      route: 'PATCH /api/events/:eventId/stage',
      summary: 'Continue the raffle, choose the next prize, or change how the wall shows it',
      description: 'Every page that watches follows.',
      body: stageChange,
      answers: { 200: stageState },
      problems: ['prize-not-found'],
      changes: 'stage',
    },
  },
);
