import { type ListKind, type ListMark, listTags } from './list-marks.ts'

/** Deeper levels of a list are shown at level 9. */
const mostLevels = 9

interface OpenList {
  level: number
  kind: ListKind
  list: string
  next: number
}

/** Nests flat list items by their level. An item stays open for inner lists. */
export class NestedListBuilder {
  readonly #open: OpenList[] = []

  get isOpen(): boolean {
    return this.#open.length > 0
  }

  /** Kind of the open list that this level would continue. */
  kindAt(level: number): ListKind | undefined {
    return this.#open.find((one) => one.level === level)?.kind
  }

  item(list: string, level: number, { kind, number }: ListMark): string {
    const depth = Math.min(Math.max(level, 1), mostLevels)
    let tags = ''
    while ((this.#open.at(-1)?.level ?? 0) > depth) tags += this.#close()
    const top = this.#open.at(-1)
    if (top?.level === depth && isSame(top, list, kind, number)) {
      top.next += 1
      return `${tags}</li><li>`
    }
    if (top?.level === depth) tags += this.#close()
    const { name, attributes } = listTags[kind]
    const start = name === 'ol' && number !== null && number > 1 ? ` start="${number}"` : ''
    this.#open.push({ level: depth, kind, list, next: (number ?? 1) + 1 })
    return `${tags}<${name}${start}${attributes}><li>`
  }

  end(): string {
    let tags = ''
    while (this.#open.length > 0) tags += this.#close()
    return tags
  }

  #close(): string {
    const last = this.#open.pop()
    return last ? `</li></${listTags[last.kind].name}>` : ''
  }
}

/** True for the same kind of list with the next number; a jump in the numbers starts another list. */
function isSame(open: OpenList, list: string, kind: ListKind, number: number | null): boolean {
  if (open.kind !== kind) return false
  if (kind === 'bullet') return true
  return number === null ? open.list === list : number === open.next
}
