/** Partials of a small bell: frequency in Hz, loudness, seconds until it is silent. */
const partials = [
  [1_318.5, 0.5, 1.2],
  [2_637, 0.25, 0.7],
  [3_951, 0.12, 0.4],
] as const;
const secondStrokeAfter = 0.28;

let context: AudioContext | null = null;

/** Rings once, or twice for what has waited too long. Browsers are silent until the page was clicked once. */
export async function ring(strokes: 1 | 2): Promise<void> {
  context ??= new AudioContext();
  if (context.state === 'suspended') await context.resume();
  for (let stroke = 0; stroke < strokes; stroke++) strike(context, context.currentTime + stroke * secondStrokeAfter);
}

function strike(at: AudioContext, when: number): void {
  for (const [frequency, loudness, seconds] of partials) {
    const tone = at.createOscillator();
    const volume = at.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(loudness * 0.4, when);
    volume.gain.exponentialRampToValueAtTime(0.001, when + seconds);
    tone.connect(volume).connect(at.destination);
    tone.start(when);
    tone.stop(when + seconds);
  }
}
