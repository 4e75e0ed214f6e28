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
  {
    room: 'raffle',
    allowedFor: 'administrators',
    tokenScope: 'draws',
    eventScope: 'named',
    changes: 'none',
  },
  {
    getRaffleResults: {
      route: 'GET /api/events/:eventId/raffles',
      summary: 'The winners so far',
      allowedFor: 'anyone',
      responses: { 200: z.array(raffleResult) },
    },
    getEventDraws: {
      route: 'GET /api/events/:eventId/draws',
      summary: 'All records of draws, with everything needed to check them',
      allowedFor: 'anyone',
      responses: { 200: drawList },
    },
    getEventDraw: {
      route: 'GET /api/events/:eventId/draws/:number',
      summary: 'One record, with its roster and register',
      allowedFor: 'anyone',
      responses: { 200: fullRecord },
      compress: false,
    },
    getEligiblePeople: {
      route: 'GET /api/events/:eventId/eligible',
      summary: 'The people in the next draw',
      responses: { 200: eligiblePeople },
    },
    drawWinner: {
      route: 'POST /api/events/:eventId/draw-winner',
      summary: 'Draw the winner of a prize, or a general winner',
      description:
        'A sealed draw of the same prize is drawn as it was sealed, with the phrase that the audience called out.',
      body: drawInput,
      responses: { 201: drawnResult },
      problems: [...obstacles, 'beacon-awaited', 'phrase-not-possible', 'phrase-mixed-scripts'],
      audit: 'winner-drawn',
      changes: ['winners drawn', 'roll call', 'records'],
    },
    sealDraw: {
      route: 'POST /api/events/:eventId/seal',
      summary: 'Seal the next draw before a phrase is called out or a beacon appears',
      body: sealInput,
      responses: { 201: sealedDraw },
      problems: [...obstacles, 'round-not-possible'],
      audit: 'draw-sealed',
      changes: ['draw sealed', 'roll call'],
    },
    bringBeacon: {
      route: 'POST /api/events/:eventId/draws/:number/beacon',
      summary:
        'Submit the beacon that a sealed draw waits for; anyone may, because its signature proves it',
      description: 'The draw is held at once. A void draw shows who would have won.',
      allowedFor: 'anyone',
      tokenScope: 'none',
      body: beaconInput,
      responses: { 200: raffleRecord },
      problems: ['beacon-not-awaited', 'beacon-too-early', 'beacon-wrong', 'too-many-requests'],
      changes: ['winners drawn', 'records'],
    },
    getEventRegister: {
      route: 'GET /api/events/:eventId/draws/:number/register',
      summary: "The hashes of the 256 buckets of a draw's register",
      allowedFor: 'anyone',
      responses: { 200: registerHashes },
    },
    getEventRegisterBucket: {
      route: 'GET /api/events/:eventId/draws/:number/register/:bucket',
      summary: "One bucket of a draw's register: the tickets that begin with this byte",
      allowedFor: 'anyone',
      responses: { 200: registerBucket },
    },
    voidDraw: {
      route: 'POST /api/events/:eventId/void',
      summary: 'Void the sealed draw; the reason stays in the record',
      body: voidInput,
      responses: { 200: raffleRecord },
      problems: ['nothing-sealed', 'beacon-known'],
      audit: 'draw-voided',
      changes: ['draw voided', 'records'],
    },
    forfeitDraw: {
      route: 'POST /api/events/:eventId/draws/:number/forfeit',
      summary: 'Forfeit the win of an absent winner: the prize can be drawn again',
      body: forfeitInput,
      responses: { 201: raffleRecord },
      problems: ['draw-void', 'already-forfeited', 'prize-handed-over', 'draw-sealed'],
      audit: 'win-forfeited',
      changes: 'win forfeited',
    },
    startDraw: {
      route: 'POST /api/events/:eventId/drawing',
      summary: 'Start a draw: every screen shows that it is about to happen',
      description:
        'Refused if the draw could not be held. Request the draw itself after `drawing.lasts`, with the same body. If ' +
        'nobody has requested it a second later, the server holds it.',
      body: drawInput.required({ id: true }),
      responses: { 200: stageState },
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
      description: 'Every open page follows.',
      body: stageChange,
      responses: { 200: stageState },
      problems: ['prize-not-found'],
      changes: 'stage',
    },
  },
);
