import { READINGS } from './readings.ts'

/** Letters as Mandarin speakers say them, in pinyin, the only Latin the voice knows. */
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

/**
 * A narration as the voice has to be given it, so that letters and words of two readings come out right.
 * Throws on figures: espeak leaves out a decimal point without a word, and nobody may hear 0.5 g as 05.
 */
export function toSpoken(narration: string): string {
  if (/[0-9%℃]/.test(narration)) throw new Error(`write figures and units as words: ${narration}`)
  const spelled = narration.replace(/[A-Za-z]/g, sayLetter)
  return READINGS.reduce((said, [word, pinyin]) => said.replaceAll(word, ` ${pinyin} `), spelled)
}
