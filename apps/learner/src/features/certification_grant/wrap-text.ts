/** Breaks a text into lines no wider than `width`, between any two letters: Chinese has no spaces. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const letter of text) {
    if (line !== '' && measure(line + letter) > width) {
      lines.push(line)
      line = ''
    }
    line += letter
  }
  return [...lines, line]
}
