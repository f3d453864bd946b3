/**
 * A symbol font shows other characters than its codes say: m may look like μ. Read wrongly, a microgram would become a
 * milligram.
 */
const symbol: Readonly<Record<number, string>> = {
  ...{ 34: '∀', 36: '∃', 39: '∋', 45: '−', 64: '≅', 92: '∴', 94: '⊥', 126: '∼' },
  ...{ 161: 'ϒ', 162: '′', 163: '≤', 164: '⁄', 165: '∞', 166: 'ƒ', 167: '♣', 168: '♦' },
  ...{ 169: '♥', 170: '♠', 171: '↔', 172: '←', 173: '↑', 174: '→', 175: '↓', 176: '°' },
  ...{ 177: '±', 178: '″', 179: '≥', 180: '×', 181: '∝', 182: '∂', 183: '•', 184: '÷' },
  ...{ 185: '≠', 186: '≡', 187: '≈', 188: '…', 196: '⊗', 197: '⊕', 198: '∅', 199: '∩' },
  ...{ 200: '∪', 201: '⊃', 202: '⊇', 203: '⊄', 204: '⊂', 205: '⊆', 206: '∈', 207: '∉' },
  ...{ 208: '∠', 210: '®', 211: '©', 212: '™', 213: '∏', 214: '√', 215: '⋅', 216: '¬' },
  ...{ 217: '∧', 218: '∨', 219: '⇔', 220: '⇐', 221: '⇑', 222: '⇒', 223: '⇓', 229: '∑' },
  ...{ 242: '∫' },
}
const greek = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ      αβχδεφγηιϕκλμνοπθρστυϖωξψζ'

const wingdings: Readonly<Record<number, string>> = {
  ...{ 34: '✂', 40: '☎', 42: '✉', 70: '☞', 74: '☺', 82: '☼', 108: '●', 109: '❍' },
  ...{ 110: '■', 111: '□', 112: '❐', 113: '❑', 114: '❒', 116: '⧫', 117: '◆', 118: '❖' },
  ...{ 159: '•', 161: '○', 164: '◉', 167: '▪', 168: '□', 171: '★', 178: '✧', 216: '➢' },
  ...{ 223: '←', 224: '→', 225: '↑', 226: '↓', 232: '➔', 240: '⇨', 251: '✗', 252: '✓' },
  ...{ 253: '☒', 254: '☑' },
}
const wingdings2: Readonly<Record<number, string>> = {
  ...{ 79: '✗', 80: '✓', 81: '☒', 82: '☑', 83: '☒', 84: '☒', 163: '□', 152: '●' },
}

/** Returns undefined for fonts that are no symbol fonts; returns a box for codes without a character. */
export function symbolFontCharacter(font: string, code: number): string | undefined {
  const name = font.toLowerCase().replace(/["'\s]/g, '')
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  if (place > 0xff || place < 0x20) return undefined
  if (place === 0x20 || place === 0xa0) return ' '
  if (name === 'symbol') {
    const letter = [...greek][place - 0x41]
    return symbol[place] ?? (letter?.trim() ? letter : asLetter(place))
  }
  if (name === 'wingdings') return wingdings[place] ?? '□'
  return name === 'wingdings2' ? (wingdings2[place] ?? '□') : undefined
}

const asLetter = (place: number) => (place < 0x7f ? String.fromCharCode(place) : '□')

/** In other fonts, only codes from U+F020 to U+F0FF are replaced. */
export function decodeSymbolFontText(font: string, text: string): string {
  const isOfSigns = symbolFontCharacter(font, 0x41) !== undefined
  return text.replace(isOfSigns ? /[\u0020-\u00ff\uf020-\uf0ff]/g : /[\uf020-\uf0ff]/g, (letter) => {
    const code = letter.charCodeAt(0)
    return symbolFontCharacter(font, code) ?? symbolFontCharacter('symbol', code) ?? letter
  })
}
