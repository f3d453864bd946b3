import { WORD_READINGS } from './readings.ts'

/** Latin letters written in pinyin, because the voice knows no other Latin. */
const LETTERS: Record<string, string> = {
  A: 'ei1',
  B: 'bi4',
  C: 'xi1',
  D: 'di4',
  E: 'yi4',
  K: 'kei4',
}

function sayLetter(letter: string): string {
  const said = LETTERS[letter.toUpperCase()]
  if (said === undefined) throw new Error(`say in spoken.ts how the letter ${letter} is read`)
  return ` ${said} `
}

/** Rewrites letters and ambiguous words for the voice. Throws on digits, because espeak drops decimal points. */
export function toSpokenText(narration: string): string {
  if (/[0-9%℃]/.test(narration)) throw new Error(`write figures and units as words: ${narration}`)
  const spelled = narration.replace(/[A-Za-z]/g, sayLetter)
  return WORD_READINGS.reduce((said, [word, pinyin]) => said.replaceAll(word, ` ${pinyin} `), spelled)
}
