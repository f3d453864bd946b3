/** Characters per title line that leave room for the drawing on the cover. */
const LINE_LENGTH = 8

/** Punctuation stays with the word before it. */
function wordsOf(title: string): string[] {
  const words: string[] = []
  for (const part of new Intl.Segmenter('zh', { granularity: 'word' }).segment(title)) {
    if (part.isWordLike || words.length === 0) words.push(part.segment)
    else words[words.length - 1] += part.segment
  }
  return words
}

/** Fills lines from the last one, because a title's topic stands at its end. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of wordsOf(text).reverse()) {
    const first = lines[0]
    if (first === undefined || first.length + word.length > width) lines.unshift(word)
    else lines[0] = word + first
  }
  return lines.map((line) => line.trim())
}

/** Breaks a title into lines of similar length, preferably at 与 or its colon. */
export function splitTitleLines(title: string): string[] {
  if (title.length <= LINE_LENGTH) return [title]
  return title.split(/(?=[与和及])|(?<=：)/).flatMap((clause) => {
    const count = Math.ceil(clause.length / LINE_LENGTH)
    let width = Math.ceil(clause.length / count)
    while (wrap(clause, width).length > count) width += 1
    return wrap(clause, width)
  })
}
