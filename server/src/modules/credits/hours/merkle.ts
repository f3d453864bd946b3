import { hash } from 'node:crypto'

/** Builds the tree of docs/ledger.md without PostgreSQL, for verification. */
export class MerkleTree {
  readonly #levels: Buffer[][] = [[]]
  readonly #changed = new Set<number>()

  set(place: number, leaf: string): void {
    this.#level(0)[place] = digest('\x00', Buffer.from(leaf))
    this.#changed.add(place)
  }

  get width(): number {
    return this.#level(0).length
  }

  /** The root in hex; an empty tree has the hash of empty input. */
  root(): string {
    let places = [...this.#changed]
    this.#changed.clear()
    let level = 0
    for (; this.#level(level).length > 1; level += 1) {
      places = [...new Set(places.map((place) => place >> 1))]
      for (const place of places) this.#level(level + 1)[place] = this.#above(level, place)
    }
    return (this.#level(level)[0] ?? hash('sha256', '', 'buffer')).toString('hex')
  }

  #above(level: number, place: number): Buffer {
    const [left, right] = this.#level(level).slice(place * 2, place * 2 + 2)
    if (!left) throw new Error('a place of the tree is empty')
    return right ? digest('\x01', Buffer.concat([left, right])) : left
  }

  #level(level: number): Buffer[] {
    const known = this.#levels[level]
    if (known) return known
    const made: Buffer[] = []
    this.#levels[level] = made
    return made
  }
}

/** @param head hex */
export function leafTextOf(studentId: string, seq: number, head: string): string {
  return `${studentId}|${seq}|${head}`
}

function digest(mark: string, content: Buffer): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(mark), content]), 'buffer')
}
