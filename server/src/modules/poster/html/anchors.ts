/**
 * Names for headings inside one text. A heading keeps the one it has; otherwise it is made of its words, so that it
 * stays when others move. The prefix keeps it apart from the ids of the page around the text.
 */
export class Anchors {
  readonly #used = new Set<string>()
  /** by name, the last number given: a text of equal headings would otherwise try all before for each */
  readonly #counts = new Map<string, number>()

  /** The given one if it is free, else none. */
  keep(id: string | undefined): string | undefined {
    if (!id || this.#used.has(id)) return undefined
    this.#used.add(id)
    return id
  }

  fromWords(words: string): string {
    const slug = [...words.normalize('NFKC').toLowerCase()]
      .join('')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
    const base = `h-${[...slug].slice(0, 40).join('').replace(/-+$/, '') || 'x'}`
    let count = this.#counts.get(base) ?? 1
    let id = base
    while (this.#used.has(id)) {
      count += 1
      id = `${base}-${count}`
    }
    this.#counts.set(base, count)
    this.#used.add(id)
    return id
  }
}
