import { type SlideScene, sumSceneSeconds } from './scene.ts'

/** The voice has no sound above 7 kHz, so this rate is enough. */
const SAMPLE_RATE = 16_000
export const NARRATION_LEAD_IN_MS = 400

const SOFTER = [
  // The filter lowers espeak's buzz around 3.6 kHz and raises the bass.
  'highpass=f=70,equalizer=f=220:t=q:w=1:g=2,equalizer=f=3600:t=q:w=1.2:g=-4,lowpass=f=7000',
  // The filter adds the echo of a small room.
  'aecho=0.9:0.7:28|47:0.10|0.06',
  // The filter compresses loud vowels and raises faint endings.
  'acompressor=threshold=-22dB:ratio=2.5:attack=5:release=150:makeup=2.2',
].join(',')

/** A quiet tone keeps pauses from being silent. */
function padTone(seconds: number): string {
  const chord = '(0.5*sin(2*PI*110*t)+0.35*sin(2*PI*165*t)+0.25*sin(2*PI*220.4*t))'
  const breath = '(0.8+0.2*sin(2*PI*t/9))'
  const fades = `afade=t=in:d=1.5,afade=t=out:st=${seconds - 1.5}:d=1.5`
  return `aevalsrc='0.011*${chord}*${breath}':s=${SAMPLE_RATE}:d=${seconds},${fades}`
}

/** Builds the audio filters that join the scenes' speech. */
export function buildSoundFilters(scenes: SlideScene[], firstInput: number): string[] {
  const said = scenes.map(({ seconds }, index) => {
    const placed = `adelay=${NARRATION_LEAD_IN_MS}:all=1,apad,atrim=duration=${seconds}`
    return `[${firstInput + index}:a]aresample=${SAMPLE_RATE},${placed}[said${index}]`
  })
  const heard = scenes.map((_, index) => `[said${index}]`).join('')
  return [
    ...said,
    `${heard}concat=n=${scenes.length}:v=0:a=1,${SOFTER}[voice]`,
    `${padTone(sumSceneSeconds(scenes))}[pad]`,
    '[voice][pad]amix=inputs=2:duration=first:normalize=0,alimiter=limit=0.8:level=0[sound]',
  ]
}
