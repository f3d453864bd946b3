/** Characters per minute for professional text (docs/teaching.md). */
export const charactersPerMinute = 300

/** `html` is the maximum length in characters; the other two are the limits of the reading time in seconds. */
export const articleLimits = { html: 200_000, leastSeconds: 30, mostSeconds: 43_200 } as const

/** Spaces and line breaks are not counted; a rare Han character counts once. */
export function countCharacters(text: string): number {
  let count = 0
  for (const letter of text) if (!/\s/u.test(letter)) count += 1
  return count
}

/** @param html sanitised HTML, so that no attribute contains `<` */
export function countHtmlCharacters(html: string): number {
  const text = html.replace(/<[^>]*>/g, '').replace(/&nbsp;|&#160;/gi, ' ')
  return countCharacters(text.replace(/&(?:#\d+|#x[\da-f]+|[a-z]+);/gi, 'x'))
}

export function proposedReadingSeconds(characters: number): number {
  const minutes = Math.max(1, Math.ceil(characters / charactersPerMinute))
  return Math.min(minutes * 60, articleLimits.mostSeconds)
}

/** Staff may choose half to three times the proposed reading time, in seconds. */
export function allowedReadingSeconds(characters: number): { least: number; most: number } {
  const proposed = proposedReadingSeconds(characters)
  return {
    least: Math.max(articleLimits.leastSeconds, Math.round(proposed / 2)),
    most: Math.min(articleLimits.mostSeconds, proposed * 3),
  }
}

export function articleProblem(lesson: { title: string; characters: number; seconds: number }): string | null {
  const { title, characters, seconds } = lesson
  if (characters === 0) return `“${title}”还没有正文`
  const { least, most } = allowedReadingSeconds(characters)
  if (seconds >= least && seconds <= most) return null
  return `“${title}”有 ${characters} 字，阅读时间应为 ${formatMinutes(least)}–${formatMinutes(most)} 分钟`
}

export function formatMinutes(seconds: number): string {
  return String(Math.round(seconds / 6) / 10)
}
