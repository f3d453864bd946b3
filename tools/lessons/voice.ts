import { run } from './run.ts'
import { toSpoken } from './spoken.ts'

/**
 * The voice that reads Latin letters as pinyin. Not `cmn`: in espeak-ng 1.51 (Debian 12) that one turns each
 * character into pinyin and then reads the pinyin as English, tone number and all
 * (github.com/espeak-ng/espeak-ng issue 1236).
 */
const VOICE = 'cmn-latn-pinyin'

/** Reads a narration aloud into a WAV file, at `wordsPerMinute` by espeak's own reckoning. */
export async function speak(narration: string, wav: string, wordsPerMinute: number): Promise<void> {
  // amplitude 70: at its usual 100 espeak clips its own vowels
  await run('espeak-ng', [
    '-v',
    VOICE,
    '-s',
    String(wordsPerMinute),
    '-p',
    '42',
    '-a',
    '70',
    '-w',
    wav,
    toSpoken(narration),
  ])
}
