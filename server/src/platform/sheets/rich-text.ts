import { superscriptPowerStartPattern } from './chinese-figures.ts'
import { isAttributeOn } from './styles.ts'
import type { XmlAttributes } from './xml.ts'

interface Run {
  text: string
  struck: boolean | null
}

export type RichText = string | readonly Run[]

/** The text of a cell without phonetic hints. */
export class RichTextBuilder {
  #runs: Run[] = []
  #run: Run | null = null
  #raised = false
  #wasRaised = false
  #isText = false
  #inPhonetic = false

  open(name: string, attribute: XmlAttributes, isEmpty: boolean): void {
    if (name === 'rPh') this.#inPhonetic = !isEmpty
    else if (name === 'r') {
      this.#run = { text: '', struck: null }
      this.#wasRaised = this.#raised
      this.#raised = false
    } else if (name === 'rPr' && this.#run) this.#run.struck = false
    else if (name === 'strike' && this.#run) this.#run.struck = isAttributeOn(attribute('val'))
    else if (name === 'vertAlign') this.#raised = attribute('val') === 'superscript'
    else if (name === 't') this.#isText = !isEmpty && !this.#inPhonetic
  }

  text(said: string): void {
    if (!this.#isText) return
    if (!this.#run) {
      this.#runs.push({ text: said, struck: null })
      return
    }
    // A power or charge gets a ^: 10 with a raised -3 becomes 10^-3.
    const isPower = this.#raised && !this.#wasRaised && this.#run.text === '' && superscriptPowerStartPattern.test(said)
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

  take(): RichText {
    const runs = this.#runs
    this.#runs = []
    this.#run = null
    this.#raised = false
    if (runs.every(({ struck }) => struck === null)) return decodeExcelText(runs.map(({ text }) => text).join(''))
    return runs.map(({ text, struck }) => ({ text: decodeExcelText(text), struck }))
  }
}

export function splitCrossedOutText(rich: RichText, isCellStruck: boolean): { text: string; withdrawn: string } {
  if (typeof rich === 'string') return isCellStruck ? { text: '', withdrawn: rich } : { text: rich, withdrawn: '' }
  let [text, withdrawn] = ['', '']
  for (const run of rich)
    if (run.struck ?? isCellStruck) withdrawn += run.text
    else text += run.text
  return { text, withdrawn }
}

export function decodeExcelText(text: string): string {
  const plain = text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  return plain.replace(/\r\n?/g, '\n').replace(unprintable, '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the signs that no text has
const unprintable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
