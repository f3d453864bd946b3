import { placeOfLetter } from '@ce/contract/question-options'

const mark =
  /(?:^|[\n\r|]|[;；]\s*|\s{2,})\s*[(（]?([A-Ja-jＡ-Ｊａ-ｊ])[)）]?(?:\s*[.、．:：)）,，]\s*|\s+)(?=\S)/g

/** a mark behind a single space says so less surely: it must have a sign, the same one each time */
const spacedMark = /(?:^|\s)([(（]?)([A-Ja-jＡ-Ｊａ-ｊ])([)）]?[.、．:：]|[)）])\s*(?=\S)/g

/** ten options of three hundred, and their letters twice over */
const mostCharacters = 6000

/**
 * Options that stand in one cell, a letter before each (`A. …`, `B、…`, `(C) …`), on lines of their own or not; without
 * letters, a line each.
 */
export function splitOptions(cell: string): string[] {
  // runs of spaces, shortened: the pattern would try each way to divide them
  const text = cell
    .trim()
    .replace(/[^\S\n\r]{3,}/g, '  ')
    .replace(/[\n\r]\s*/g, '\n')
  if (text === '') return []
  // no question has so much; the pattern below would take its time over it
  if (text.length > mostCharacters) return [text]
  const marks = [...text.matchAll(mark)]
  if (inOrder(marks.map(([, letter]) => letter))) return between(text, marks)
  const spaced = [...text.matchAll(spacedMark)]
  const alike = spaced.filter(
    ([, open, , close]) => open === spaced[0]?.[1] && close === spaced[0]?.[3],
  )
  if (alike[0]?.index === 0 && inOrder(alike.map(([, , letter]) => letter)))
    return between(text, alike)
  return text
    .split(/[\n\r|]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A, B, C …: two at least */
function inOrder(letters: (string | undefined)[]): boolean {
  return letters.length >= 2 && letters.every((letter, at) => placeOfLetter(letter ?? '') === at)
}

/** What stands behind each mark. */
function between(text: string, marks: RegExpExecArray[]): string[] {
  return marks.map((one, at) => {
    const from = one.index + one[0].length
    return text.slice(from, marks[at + 1]?.index ?? text.length).trim()
  })
}
