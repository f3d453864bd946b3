/** Typed text as paragraphs: they are parted by an empty line, and lines within one stay. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\r?\n[ \t\u3000]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}
