import { powerFirst } from './powers.ts'
import { isOn } from './styles.ts'
import type { Attributes } from './xml.ts'

/** A piece of a cell's text with what its font says; null: what the font of the cell says. */
interface Run {
  text: string
  struck: boolean | null
}

/** The text of a cell: plain, or of several fonts. */
export type RichText = string | readonly Run[]

/** Puts the text of a cell together from the elements of a shared or inline string, without the reading aids above it. */
export class TextBuilder {
  #runs: Run[] = []
  #run: Run | null = null
  #raised = false
  #wasRaised = false
  #isText = false
  #inPhonetic = false

  open(name: string, attribute: Attributes, isEmpty: boolean): void {
    if (name === 'rPh') this.#inPhonetic = !isEmpty
    else if (name === 'r') {
      this.#run = { text: '', struck: null }
      this.#wasRaised = this.#raised
      this.#raised = false
    } else if (name === 'rPr' && this.#run) this.#run.struck = false
    else if (name === 'strike' && this.#run) this.#run.struck = isOn(attribute('val'))
    else if (name === 'vertAlign') this.#raised = attribute('val') === 'superscript'
    else if (name === 't') this.#isText = !isEmpty && !this.#inPhonetic
  }

  text(said: string): void {
    if (!this.#isText) return
    if (!this.#run) {
      this.#runs.push({ text: said, struck: null })
      return
    }
    // powers and charges stay apart: 10 with a raised -3 is 10^-3
    const isPower =
      this.#raised && !this.#wasRaised && this.#run.text === '' && powerFirst.test(said)
    this.#run.text += isPower ? `^${said}` : said
  }

  close(name: string): void {
    if (name === 't') this.#isText = false
    else if (name === 'rPh') this.#inPhonetic = false
    else if (name === 'r' && this.#run) {
      this.#runs.push(this.#run)
      this.#run = null
    }
  }

  /** The text, and the builder is empty. */
  take(): RichText {
    const runs = this.#runs
    this.#runs = []
    this.#run = null
    this.#raised = false
    if (runs.every(({ struck }) => struck === null))
      return written(runs.map(({ text }) => text).join(''))
    return runs.map(({ text, struck }) => ({ text: written(text), struck }))
  }
}

/** What of a text is to be read, and what was struck out. */
export function readOf(rich: RichText, isCellStruck: boolean): { text: string; withdrawn: string } {
  if (typeof rich === 'string')
    return isCellStruck ? { text: '', withdrawn: rich } : { text: rich, withdrawn: '' }
  let [text, withdrawn] = ['', '']
  for (const run of rich)
    if (run.struck ?? isCellStruck) withdrawn += run.text
    else text += run.text
  return { text, withdrawn }
}

/** Excel writes what XML has no sign for as _x000D_, and ends a line in several ways. */
export function written(text: string): string {
  const plain = text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
  return plain.replace(/\r\n?/g, '\n').replace(unprintable, '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the signs that no text has
const unprintable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
