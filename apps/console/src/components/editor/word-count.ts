/** Characters as an editor counts them: without spaces and line breaks, rare Han letters as one. */
export function countCharacters(text: string): number {
  let count = 0
  for (const letter of text) if (!/\s/u.test(letter)) count += 1
  return count
}
