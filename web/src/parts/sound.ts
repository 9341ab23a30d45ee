// Short wooden sounds, made on the spot.

export type Sound = "step" | "capture" | "crown" | "end" | "refuse";

const tones: Record<Sound, readonly (readonly [at: number, hertz: number, length: number])[]> = {
  step: [[0, 320, 0.07]],
  capture: [
    [0, 250, 0.08],
    [0.07, 180, 0.09],
  ],
  crown: [
    [0, 523, 0.1],
    [0.09, 659, 0.1],
    [0.18, 784, 0.16],
  ],
  end: [
    [0, 392, 0.16],
    [0.15, 494, 0.16],
    [0.3, 587, 0.3],
  ],
  refuse: [[0, 150, 0.12]],
};

let context: AudioContext | null = null;

export function playSound(sound: Sound): void {
  if (navigator.userActivation?.hasBeenActive === false) return; // the browser would not let us
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const [at, hertz, length] of tones[sound]) {
      const start = context.currentTime + at;
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.type = "triangle";
      tone.frequency.setValueAtTime(hertz * 1.5, start);
      tone.frequency.exponentialRampToValueAtTime(hertz, start + 0.03);
      // Soft: it swells for a moment, and the high part of the tone is taken away.
      volume.gain.setValueAtTime(0.0008, start);
      volume.gain.exponentialRampToValueAtTime(0.1, start + 0.008);
      volume.gain.exponentialRampToValueAtTime(0.0008, start + length);
      const muffled = context.createBiquadFilter();
      muffled.type = "lowpass";
      muffled.frequency.setValueAtTime(1400, start);
      tone.connect(muffled).connect(volume).connect(context.destination);
      tone.start(start);
      tone.stop(start + length);
    }
  } catch {
    // No sound device: the game goes on in silence.
  }
}
