import { placeOfLetter } from '@ce/contract/question-options'

const mark =
  /(?:^|[\n\r|]|[;；]\s*|\s{2,})\s*[(（]?([A-Ja-jＡ-Ｊ])[)）]?(?:\s*[.、．:：)）,，]\s*|\s+)(?=\S)/g

/**
 * Options that stand in one cell, a letter before each (`A. …`, `B、…`, `(C) …`), on lines of their own or not; without
 * letters, a line each.
 */
export function splitOptions(cell: string): string[] {
  const text = cell.trim()
  if (text === '') return []
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
