import { stored } from '../local-storage.js';
import type { Sound } from './sound-of.js';

const KEY = 'chessmith.sound';
const LOUDNESS = 0.18;
const NOTE_S = 0.16;

/** Short notes: their pitch in hertz, and when they begin, in seconds. */
const NOTES: { readonly [sound in Sound]: readonly (readonly [pitch: number, at: number])[] } = {
  joined: [
    [392, 0],
    [523, 0.12],
  ],
  move: [[220, 0]],
  capture: [
    [165, 0],
    [220, 0.06],
  ],
  check: [
    [330, 0],
    [440, 0.09],
  ],
  end: [
    [262, 0],
    [330, 0.12],
    [392, 0.24],
  ],
};

let isOn = $state(stored.get(KEY) !== 'off');
let context: AudioContext | undefined;

/** Plays sounds, unless the player has turned them off. */
export const sounds = {
  get isOn() {
    return isOn;
  },
  toggle(): void {
    isOn = !isOn;
    stored.set(KEY, isOn ? 'on' : 'off');
    if (isOn) sounds.play('move');
  },
  play(sound: Sound): void {
    // Browsers block sound before the first click, and would play the queued sounds after it.
    if (!isOn || navigator.userActivation?.hasBeenActive === false) return;
    context ??= new AudioContext();
    void playNotes(context, sound);
  },
};

async function playNotes(context: AudioContext, sound: Sound): Promise<void> {
  try {
    await context.resume();
  } catch {
    return; // No audio device.
  }
  for (const [pitch, at] of NOTES[sound]) playNote(context, pitch, context.currentTime + at);
}

function playNote(context: AudioContext, pitch: number, at: number): void {
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(LOUDNESS, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + NOTE_S);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + NOTE_S);
}
