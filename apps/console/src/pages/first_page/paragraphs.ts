/** Empty lines separate paragraphs; single line breaks stay inside them. */
export function parseParagraphs(text: string): string[] {
  return text
    .split(/\r?\n[ \t\u3000]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}
