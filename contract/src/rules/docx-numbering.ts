import { attributesOf, type HtmlToken } from './html-tokens.ts'
import { formatNumber, kindOfFormat, type ListKind } from './list-marks.ts'

interface Level {
  /** '' where the paragraphs of it are not marked */
  kind: ListKind | ''
  pattern: string
  start: number
}

/** How a paragraph of a list is marked, counted. */
export interface CountedItem {
  list: string
  level: number
  kind: ListKind
  number: number
  /** as Word shows it */
  text: string
}

/** numbering.xml: what kinds of lists there are; it counts the paragraphs that it is asked about. */
export class DocxNumbering {
  /** by the list's definition and the level */
  readonly #levels = new Map<string, Level>()
  readonly #definitions = new Map<string, string>()
  /** definitions that stand in a style of lists, and where what it says is said */
  readonly #links = new Map<string, string>()
  /** numbers that begin anew with a list of the document, once */
  readonly #restarts = new Map<string, number>()
  readonly #counts = new Map<string, number[]>()

  constructor(tokens: readonly HtmlToken[]) {
    const styles = new Map<string, string>()
    let definition = ''
    let list = ''
    let level = ''
    for (const { kind, name, raw } of tokens) {
      if (kind !== 'open') continue
      const given = attributesOf(raw)
      const value = given['w:val'] ?? ''
      if (name === 'w:abstractnum') [definition, list] = [given['w:abstractnumid'] ?? '', '']
      else if (name === 'w:num') list = given['w:numid'] ?? ''
      else if (name === 'w:abstractnumid' && list) this.#definitions.set(list, value)
      else if (name === 'w:lvl' || name === 'w:lvloverride') level = given['w:ilvl'] ?? ''
      else if (name === 'w:startoverride')
        this.#restarts.set(`${list} ${level}`, Number(value) || 1)
      else if (name === 'w:stylelink') styles.set(value, definition)
      else if (name === 'w:numstylelink') this.#links.set(definition, value)
      // a list may say of a level otherwise than its definition
      else this.#read(`${list ? `own ${list}` : definition} ${level}`, name, value)
    }
    for (const [from, style] of this.#links) this.#links.set(from, styles.get(style) ?? '')
  }

  #read(key: string, name: string, value: string): void {
    const level = this.#levels.get(key) ?? { kind: 'decimal', pattern: '', start: 1 }
    if (name === 'w:numfmt') level.kind = value === 'none' ? '' : kindOfFormat(value)
    else if (name === 'w:lvltext') level.pattern = value
    else if (name === 'w:start') level.start = Number(value) || 1
    else return
    this.#levels.set(key, level)
  }

  /** The next paragraph of a list. Undefined: it has no mark. */
  next(list: string, level: number): CountedItem | undefined {
    const named = this.#definitions.get(list) ?? list
    const definition = this.#links.get(named) || named
    const levelOf = (nth: number) =>
      this.#levels.get(`own ${list} ${nth}`) ?? this.#levels.get(`${definition} ${nth}`)
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
      return formatNumber(other?.kind || 'decimal', counts[Number(nth) - 1] ?? other?.start ?? 1)
    })
    const isInBrackets = said.kind === 'chinese' && /[(（]/.test(said.pattern)
    const kind = isInBrackets ? 'chinese-parens' : said.kind
    return { list: definition.replace(/\W/g, ''), level: level + 1, kind, number, text }
  }
}
