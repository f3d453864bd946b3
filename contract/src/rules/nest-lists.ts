import { type ListKind, type ListMark, listTags } from './list-marks.ts'

/** deeper ones lie as deep as this */
const mostLevels = 9

interface OpenList {
  level: number
  kind: ListKind
  /** of the list that the author made */
  list: string
  /** the number of the item to come */
  next: number
}

/** Writes items that only say their level, one after the other, as lists within lists. An item stays open for lists within it. */
export class NestedLists {
  readonly #open: OpenList[] = []

  get isOpen(): boolean {
    return this.#open.length > 0
  }

  /** The list that an item of this level would go on with. */
  kindAt(level: number): ListKind | undefined {
    return this.#open.find((one) => one.level === level)?.kind
  }

  /** The tags before an item's content. */
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

  /** The tags behind the last item. */
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

/** Of one kind, and counted on: a number that jumps begins another list. */
function isSame(open: OpenList, list: string, kind: ListKind, number: number | null): boolean {
  if (open.kind !== kind) return false
  if (kind === 'bullet') return true
  return number === null ? open.list === list : number === open.next
}
