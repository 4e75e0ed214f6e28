import type { Scene } from '@drawbridge/contract/raffle/scene';
import { useEffect } from 'react';

/** The drum of a draw, one stroke when the winning ticket stands alone, and a chord for the name. */
export function useSceneSounds(on: boolean, scene: Scene): void {
  const lasts = scene.kind === 'drawing' ? scene.drawing.lasts : 0;
  const moment = scene.kind === 'winner' && !scene.named ? 'ticket' : scene.kind;
  useEffect(() => {
    if (!on) return;
    if (moment === 'winner') playChord();
    if (moment === 'ticket') playStroke();
    return moment === 'drawing' ? playSuspense(lasts) : undefined;
  }, [on, moment, lasts]);
}

/** Synthesised sounds: a drum roll and a heartbeat that quicken during the draw, and a chord for the winner. */
const CHORD = [523.25, 659.25, 783.99, 1046.5];

let context: AudioContext | undefined;

/** Creates the audio context. Browsers allow sound only after a user action, so call it from a click handler. */
export function unlockAudio(): void {
  context ??= new AudioContext();
  context.resume();
}

function playSuspense(lasts: number): () => void {
  const audio = context;
  if (!audio) return () => {};
  const out = audio.createGain();
  out.connect(audio.destination);
  const begin = audio.currentTime;
  for (let at = 0, gap = 140; at < lasts; at += gap, gap = Math.max(45, gap * 0.94)) {
    thump(audio, out, { start: begin + at / 1000, loudness: 0.12 + (at / lasts) * 0.25, ...DRUM });
  }
  // Two thumps to a beat, the first one louder.
  for (let at = 0, gap = 900; at < lasts; at += gap, gap = Math.max(380, gap * 0.9)) {
    const loudness = 0.25 + (at / lasts) * 0.5;
    thump(audio, out, { start: begin + at / 1000, loudness, ...HEART });
    thump(audio, out, { start: begin + at / 1000 + 0.16, loudness: loudness * 0.6, ...HEART });
  }
  return () => out.disconnect();
}

function playStroke(): void {
  if (!context) return;
  thump(context, context.destination, { start: context.currentTime, loudness: 0.9, ...HEART });
}

function playChord(): void {
  const audio = context;
  if (!audio) return;
  for (const [index, pitch] of CHORD.entries()) {
    const start = audio.currentTime + index * 0.09;
    const tone = audio.createOscillator();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    tone.connect(fade(audio, start, 0.16, 1.4)).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 1.5);
  }
}

interface Thump {
  start: number;
  loudness: number;
  /** The pitch at the start, which falls to `to`. */
  from: number;
  to: number;
  seconds: number;
}

const DRUM = { from: 190, to: 70, seconds: 0.07 };
const HEART = { from: 75, to: 38, seconds: 0.22 };

function thump(audio: AudioContext, out: AudioNode, sound: Thump): void {
  const { start, loudness, from, to, seconds } = sound;
  const tone = audio.createOscillator();
  tone.type = 'sine';
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + seconds * 0.7);
  tone.connect(fade(audio, start, loudness, seconds)).connect(out);
  tone.start(start);
  tone.stop(start + seconds + 0.01);
}

/** A volume envelope that starts loud and fades out. */
function fade(audio: AudioContext, start: number, loudness: number, seconds: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  return gain;
}
