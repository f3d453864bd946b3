/** Something in a text that names an option. */
export interface Reference {
  /** by its letter, by a number, or by where it stands */
  kind: 'LETTER' | 'NUMBER' | 'PLACE'
  start: number
  end: number
  /** the options that are named, counted from 0, where the text says which */
  places: number[]
  /** false: it may as well be a letter of the matter itself */
  sure: boolean
  /** the words */
  quote?: string
}

/** What a text's references are understood by. */
export interface ReferenceContext {
  stem: string
  /** the texts of the options, in the bank's order */
  options: readonly string[]
}

/** Full-width signs and letters in circles as plain ones, each of the same length: places in the text stay what they are. */
export function foldText(text: string): string {
  return text.replace(/[\uff01-\uff5e\u3000Ⓐ-Ⓙⓐ-ⓙ]/g, (sign) => {
    const code = sign.charCodeAt(0)
    if (code === 0x3000) return ' '
    if (code >= 0xff01) return String.fromCharCode(code - 0xfee0)
    return code >= 0x24d0
      ? String.fromCharCode(code - 0x24d0 + 97)
      : String.fromCharCode(code - 0x24b6 + 65)
  })
}
