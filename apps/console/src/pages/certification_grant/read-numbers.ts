/** Reads certificate numbers from pasted text; `bad` contains its invalid parts. */
export function parseCertificateNumbers(text: string): { numbers: string[]; bad: string[] } {
  const parts = text.split(/[\s,，、;；]+/).filter(Boolean)
  const numbers = new Set<string>()
  const bad: string[] = []
  for (const part of parts)
    if (/^[0-9A-Za-z]{6,30}$/.test(part)) numbers.add(part.toUpperCase())
    else bad.push(part)
  return { numbers: [...numbers], bad }
}
