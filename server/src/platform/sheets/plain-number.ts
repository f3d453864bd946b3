/** A number as a sheet holds it: without spaces, and without the mark that makes it a text. */
export function plainNumber(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s'`’‘\p{Cf}]/gu, '')
    .toUpperCase()
}
