export function excerpt(words: string): string {
  const text = words.replace(/\s+/g, ' ').trim()
  if (text.length <= 110) return text
  const cut = text.slice(0, 110)
  const end = Math.max(cut.lastIndexOf('。'), cut.lastIndexOf('；'))
  return end > 40 ? cut.slice(0, end + 1) : `${cut.slice(0, 100).toWellFormed()}…`
}
