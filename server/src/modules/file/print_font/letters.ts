import { codePointOf } from '../../../platform/print/fonts.ts'

export function describeLetter(codePoint: number) {
  const letter = String.fromCodePoint(codePoint)
  return { letter, codePoint: `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}` }
}

export function codePointsOf(letters: readonly string[]): number[] {
  return letters.map(codePointOf)
}
