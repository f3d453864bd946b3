export interface OptionReference {
  kind: 'LETTER' | 'NUMBER' | 'PLACE'
  start: number
  end: number
  places: number[]
  /** False when the letter may belong to a technical term instead of naming an option. */
  sure: boolean
  quote?: string
}

export interface OptionReferenceContext {
  stem: string
  options: readonly string[]
}

/** The length is unchanged, so positions stay valid. */
export function foldQuestionText(text: string): string {
  return text.replace(/[\uff01-\uff5e\u3000Ⓐ-Ⓙⓐ-ⓙ]/g, (sign) => {
    const code = sign.charCodeAt(0)
    if (code === 0x3000) return ' '
    if (code >= 0xff01) return String.fromCharCode(code - 0xfee0)
    return code >= 0x24d0 ? String.fromCharCode(code - 0x24d0 + 97) : String.fromCharCode(code - 0x24b6 + 65)
  })
}
