import { runProgram } from './run.ts'
import { toSpokenText } from './spoken.ts'

/** A voice that reads pinyin; `cmn` reads it as English (a known fault of espeak-ng 1.51). */
const VOICE = 'cmn-latn-pinyin'

/** Speaks a narration into a WAV file, at a pace in espeak's words per minute. */
export async function speakNarration(narration: string, wav: string, wordsPerMinute: number): Promise<void> {
  // espeak clips its vowels at the default amplitude.
  await runProgram('espeak-ng', [
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
    toSpokenText(narration),
  ])
}
