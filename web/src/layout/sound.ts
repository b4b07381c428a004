// Sounds, made on the spot: no file is played. Knows how a card or a chip sounds, not when.
import { preferences } from "./preferences.svelte";

export type Sound =
  "card" | "chip" | "turn" | "win" | "nice" | "big" | "lose" | "push" | "tick" | "press" | "refused" | "call";

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Browsers let sound begin only after a touch or a key. */
export function unlock(): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

export function play(sound: Sound): void {
  if (!preferences.sound || !context || context.state !== "running") return;
  SOUNDS[sound](context, context.currentTime);
}

const SOUNDS: Record<Sound, (at: AudioContext, now: number) => void> = {
  card: (at, now) => hiss(at, now, 0.09, 3200, 0.5),
  turn: (at, now) => hiss(at, now, 0.06, 4600, 0.4),
  chip: (at, now) => {
    tone(at, now, 2350, 0.05, 0.16, "triangle");
    tone(at, now + 0.028, 3120, 0.04, 0.1, "triangle");
  },
  press: (at, now) => tone(at, now, 880, 0.03, 0.06, "sine"),
  tick: (at, now) => tone(at, now, 1250, 0.03, 0.09, "square"),
  refused: (at, now) => tone(at, now, 196, 0.16, 0.16, "triangle"),
  lose: (at, now) => tone(at, now, 262, 0.22, 0.06, "sine"),
  push: (at, now) => tone(at, now, 440, 0.18, 0.08, "sine"),
  call: (at, now) => melody(at, now, [784, 988], 0.16),
  win: (at, now) => melody(at, now, [659, 880], 0.12),
  nice: (at, now) => melody(at, now, [659, 880, 1109], 0.12),
  big: (at, now) => melody(at, now, [523, 659, 784, 1047, 1319, 1568], 0.11),
};

function out(at: AudioContext, now: number, seconds: number, loud: number): GainNode {
  const gain = at.createGain();
  gain.gain.setValueAtTime(0, now);
  gain.gain.linearRampToValueAtTime(loud * preferences.volume, now + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  gain.connect(at.destination);
  return gain;
}

function tone(at: AudioContext, now: number, pitch: number, seconds: number, loud: number, type: OscillatorType): void {
  const source = at.createOscillator();
  source.type = type;
  source.frequency.value = pitch;
  source.connect(out(at, now, seconds, loud));
  source.start(now);
  source.stop(now + seconds);
}

function melody(at: AudioContext, now: number, pitches: readonly number[], step: number): void {
  pitches.forEach((pitch, index) => tone(at, now + index * step, pitch, 0.45, 0.16, "sine"));
}

function hiss(at: AudioContext, now: number, seconds: number, pitch: number, loud: number): void {
  noise ??= whiteNoise(at);
  const source = at.createBufferSource();
  source.buffer = noise;
  const filter = at.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(pitch, now);
  filter.frequency.exponentialRampToValueAtTime(pitch / 3, now + seconds);
  source.connect(filter).connect(out(at, now, seconds, loud));
  source.start(now);
  source.stop(now + seconds);
}

function whiteNoise(at: AudioContext): AudioBuffer {
  const buffer = at.createBuffer(1, at.sampleRate / 4, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
