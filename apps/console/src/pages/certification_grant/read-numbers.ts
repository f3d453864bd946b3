/** Certificate numbers as pasted from a sheet or a letter: each once; what cannot be one is named. */
export function readNumbers(text: string): { numbers: string[]; bad: string[] } {
  const parts = text.split(/[\s,，、;；]+/).filter(Boolean)
  const numbers = new Set<string>()
  const bad: string[] = []
  for (const part of parts)
    if (/^[0-9A-Za-z]{6,30}$/.test(part)) numbers.add(part.toUpperCase())
    else bad.push(part)
  return { numbers: [...numbers], bad }
}
