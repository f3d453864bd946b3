/** Returns the keys in definition order; the `Record` type guarantees that no key is missing. */
export function typedKeysOf<Code extends string>(words: Readonly<Record<Code, unknown>>): Code[] {
  return Object.keys(words) as Code[]
}

export function selectOptionsOf(words: Readonly<Record<string, { label: string } | string>>, all?: string) {
  const options = Object.entries(words).map(([value, word]) => ({
    value,
    label: typeof word === 'string' ? word : word.label,
  }))
  return all === undefined ? options : [{ value: '', label: all }, ...options]
}
