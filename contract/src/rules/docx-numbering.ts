import { type HtmlToken, htmlAttributesOf } from './html-tokens.ts'
import { formatListNumber, type ListKind, listKindOfFormat } from './list-marks.ts'

interface Level {
  kind: ListKind | ''
  pattern: string
  start: number
}

export interface NumberedParagraph {
  list: string
  level: number
  kind: ListKind
  number: number
  text: string
}

/** Reads list definitions from numbering.xml and counts list items as `next` is called. */
export class DocxNumbering {
  readonly #levels = new Map<string, Level>()
  readonly #definitions = new Map<string, string>()
  readonly #links = new Map<string, string>()
  readonly #restarts = new Map<string, number>()
  readonly #counts = new Map<string, number[]>()

  constructor(tokens: readonly HtmlToken[]) {
    const styles = new Map<string, string>()
    let definition = ''
    let list = ''
    let level = ''
    for (const { kind, name, raw } of tokens) {
      if (kind !== 'open') continue
      const given = htmlAttributesOf(raw)
      const value = given['w:val'] ?? ''
      if (name === 'w:abstractnum') [definition, list] = [given['w:abstractnumid'] ?? '', '']
      else if (name === 'w:num') list = given['w:numid'] ?? ''
      else if (name === 'w:abstractnumid' && list) this.#definitions.set(list, value)
      else if (name === 'w:lvl' || name === 'w:lvloverride') level = given['w:ilvl'] ?? ''
      else if (name === 'w:startoverride') this.#restarts.set(`${list} ${level}`, Number(value) || 1)
      else if (name === 'w:stylelink') styles.set(value, definition)
      else if (name === 'w:numstylelink') this.#links.set(definition, value)
      // A list may override a level of the definition that it shares with other lists.
      else this.#read(`${list ? `own ${list}` : definition} ${level}`, name, value)
    }
    for (const [from, style] of this.#links) this.#links.set(from, styles.get(style) ?? '')
  }

  #read(key: string, name: string, value: string): void {
    const level = this.#levels.get(key) ?? { kind: 'decimal', pattern: '', start: 1 }
    if (name === 'w:numfmt') level.kind = value === 'none' ? '' : listKindOfFormat(value)
    else if (name === 'w:lvltext') level.pattern = value
    else if (name === 'w:start') level.start = Number(value) || 1
    else return
    this.#levels.set(key, level)
  }

  /** Counts the next item of a list. Returns undefined when the list has no marker. */
  next(list: string, level: number): NumberedParagraph | undefined {
    const named = this.#definitions.get(list) ?? list
    const definition = this.#links.get(named) || named
    const levelOf = (nth: number) => this.#levels.get(`own ${list} ${nth}`) ?? this.#levels.get(`${definition} ${nth}`)
    const said = levelOf(level)
    if (!said?.kind) return undefined
    const counts = this.#counts.get(definition) ?? []
    this.#counts.set(definition, counts)
    const restart = this.#restarts.get(`${list} ${level}`)
    this.#restarts.delete(`${list} ${level}`)
    const number = restart ?? (counts[level] === undefined ? said.start : counts[level] + 1)
    counts[level] = number
    counts.length = level + 1
    const text = said.pattern.replace(/%(\d)/g, (_, nth: string) => {
      const other = levelOf(Number(nth) - 1)
      return formatListNumber(other?.kind || 'decimal', counts[Number(nth) - 1] ?? other?.start ?? 1)
    })
    const isInBrackets = said.kind === 'chinese' && /[(（]/.test(said.pattern)
    const kind = isInBrackets ? 'chinese-parens' : said.kind
    return { list: definition.replace(/\W/g, ''), level: level + 1, kind, number, text }
  }
}
