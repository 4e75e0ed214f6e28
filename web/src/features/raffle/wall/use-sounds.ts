import { DRAW_ANIMATION_MS, type Scene } from '@drawbridge/contract/scene';
import { useEffect } from 'react';

/** Plays what belongs to each scene. */
export function useSceneSounds(on: boolean, scene: Scene['kind']): void {
  useEffect(() => {
    if (!on) return;
    if (scene === 'winner') playChord();
    return scene === 'drawing' ? playDrumRoll() : undefined;
  }, [on, scene]);
}

/** Synthesised sounds: a drum roll that speeds up during the draw, and a chord for the winner. */
const CHORD = [523.25, 659.25, 783.99, 1046.5];

let context: AudioContext | undefined;

/** Browsers allow sound only after a user action, so this is called from a click handler. */
export function wakeSounds(): void {
  context ??= new AudioContext();
  context.resume();
}

function playDrumRoll(): () => void {
  const audio = context;
  if (!audio) return () => {};
  const out = audio.createGain();
  out.connect(audio.destination);
  for (let at = 0, gap = 140; at < DRAW_ANIMATION_MS; at += gap, gap = Math.max(45, gap * 0.94)) {
    tap(audio, out, audio.currentTime + at / 1000, 0.12 + (at / DRAW_ANIMATION_MS) * 0.25);
  }
  return () => out.disconnect();
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

function tap(audio: AudioContext, out: AudioNode, start: number, loudness: number): void {
  const tone = audio.createOscillator();
  tone.type = 'sine';
  tone.frequency.setValueAtTime(190, start);
  tone.frequency.exponentialRampToValueAtTime(70, start + 0.05);
  tone.connect(fade(audio, start, loudness, 0.07)).connect(out);
  tone.start(start);
  tone.stop(start + 0.08);
}

/** A volume envelope that starts loud and fades out. */
function fade(audio: AudioContext, start: number, loudness: number, seconds: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  return gain;
}
