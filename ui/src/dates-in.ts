/** A day with an optional time, such as 2026-07-01 09:30. */
const written = /\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?/g

interface Piece {
  text: string
  date: boolean
  at: number
}

/** Splits a text into dates and the parts between them. */
export function splitDates(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: date, index } of text.matchAll(written)) {
    if (index > end) pieces.push({ text: text.slice(end, index), date: false, at: end })
    pieces.push({ text: date, date: true, at: index })
    end = index + date.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), date: false, at: end })
  return pieces
}
