/** The codes that have words, in the order of the words. `Record` guarantees that these are all of them, and no other. */
export function keysOf<Code extends string>(words: Readonly<Record<Code, unknown>>): Code[] {
  return Object.keys(words) as Code[]
}

/** A choice of these codes by their words; `all`: what none of them is called, first. */
export function optionsOf(
  words: Readonly<Record<string, { label: string } | string>>,
  all?: string,
) {
  const options = Object.entries(words).map(([value, word]) => ({
    value,
    label: typeof word === 'string' ? word : word.label,
  }))
  return all === undefined ? options : [{ value: '', label: all }, ...options]
}
