import { placeOfLetter } from '@ce/contract/question-options'

const mark =
  /(?:^|[\n\r|]|[;；]\s*|\s{2,})\s*[(（]?([A-Ja-jＡ-Ｊ])[)）]?(?:\s*[.、．:：)）,，]\s*|\s+)(?=\S)/g

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
  const inOrder = marks.length >= 2 && marks.every((one, at) => placeOfLetter(one[1] ?? '') === at)
  if (inOrder)
    return marks.map((one, at) => {
      const from = one.index + one[0].length
      return text.slice(from, marks[at + 1]?.index ?? text.length).trim()
    })
  return text
    .split(/[\n\r|]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
