/** What an unhurried reader of professional text takes in, letters a minute: see docs/teaching.md. */
export const charactersPerMinute = 300

/** Of a lesson that is read. `html`: letters of it; seconds: whatever its text is like. */
export const articleLimits = { html: 200_000, leastSeconds: 30, mostSeconds: 43_200 } as const

/** Characters as an editor counts them: without spaces and line breaks, rare Han letters as one. */
export function countCharacters(text: string): number {
  let count = 0
  for (const letter of text) if (!/\s/u.test(letter)) count += 1
  return count
}

/** Of a text with tags. @param html as the server's cleaner or the editor wrote it: no `<` in any attribute */
export function charactersOf(html: string): number {
  const text = html.replace(/<[^>]*>/g, '').replace(/&nbsp;|&#160;/gi, ' ')
  return countCharacters(text.replace(/&(?:#\d+|#x[\da-f]+|[a-z]+);/gi, 'x'))
}

/** The reading time of so many characters, in whole minutes; what staff start from. */
export function proposedSeconds(characters: number): number {
  const minutes = Math.max(1, Math.ceil(characters / charactersPerMinute))
  return Math.min(minutes * 60, articleLimits.mostSeconds)
}

/** How far staff may go from the proposal: half of it for what is skimmed, three times for what is pondered. */
export function readingRange(characters: number): { least: number; most: number } {
  const proposed = proposedSeconds(characters)
  return {
    least: Math.max(articleLimits.leastSeconds, Math.round(proposed / 2)),
    most: Math.min(articleLimits.mostSeconds, proposed * 3),
  }
}

/** Why a lesson that is read cannot be published as it stands; null: it can. */
export function articleProblem(lesson: {
  title: string
  characters: number
  seconds: number
}): string | null {
  const { title, characters, seconds } = lesson
  if (characters === 0) return `“${title}”还没有正文`
  const { least, most } = readingRange(characters)
  if (seconds >= least && seconds <= most) return null
  return `“${title}”有 ${characters} 字，阅读时间应为 ${minutesWords(least)}–${minutesWords(most)} 分钟`
}

/** 1.5, 3 */
export function minutesWords(seconds: number): string {
  return String(Math.round(seconds / 6) / 10)
}
