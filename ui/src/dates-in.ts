/** A day, with the time beside it: YYYY-MM-DD, YYYY-MM-DD HH:mm, YYYY-MM-DD HH:mm:ss (specification §9). */
const written = /\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}(?::\d{2})?)?/g

interface Piece {
  text: string
  date: boolean
  /** where it begins */
  at: number
}

/** A text in pieces: its dates, and what stands between them. */
export function datesIn(text: string): Piece[] {
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
