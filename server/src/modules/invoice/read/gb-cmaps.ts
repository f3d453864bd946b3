/**
 * Tables of character codes for PDFs that name a Chinese font without holding it, as the tax-control programs of 2013–2022 wrote them. A PDF
 * names such a table (UniGB-UCS2-H, GBK-EUC-H) and leaves it to the reader. Each is made here so that its code of a character, its place in the
 * font's collection, is the Unicode of the character itself: no glyph is drawn, so no other place is asked for.
 */
export class GbCodeTables {
  /** What the PDF reader asks for while it reads: tables by name, and nothing else. */
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const table = kind === 'cMapUrl' ? tableOf(filename.replace(/-V$/, '-H')) : null
    if (table === null) throw new Error('no such table')
    return Buffer.from(table)
  }
}

/** where the collection has ASCII: as wide as each letter is, and half as wide as a Chinese one (a PDF gives their widths by these places) */
const [proportional, half] = [1, 814]
const ascii = '<20> <7e>'

function tableOf(name: string): string | null {
  if (name === 'Adobe-GB1-UCS2') {
    const ends = [proportional, half].map((at) => `<${hex(at, 4)}> <${hex(at + 94, 4)}> <0020>\n`)
    return withRanges('bf', unicode, `<0000> <ffff> <0000>\n${ends.join('')}`, 3)
  }
  if (/^UniGB-(?:UCS2|UTF16)-H$/.test(name))
    return withRanges('cid', unicode, `<0000> <ffff> 0\n<0020> <007e> ${proportional}\n`, 2)
  if (/^(?:GBKp?-EUC|GBK2K|GBpc-EUC|GB-EUC)-H$/.test(name)) {
    const at = /^GB(?:Kp|pc)/.test(name) ? proportional : half
    const rows = gbRows(0)
    return withRanges(
      'cid',
      '<00> <80>\n<8140> <fefe>\n',
      `${ascii} ${at}\n${rows.join('')}`,
      rows.length + 1,
    )
  }
  if (name !== 'GB-H') return null
  // the same rows of GB 2312 in seven bits
  const rows = gbRows(0x8080)
  return withRanges('cid', '<2121> <7e7e>\n', rows.join(''), rows.length)
}

const unicode = '<0000> <ffff>\n'

function withRanges(kind: 'bf' | 'cid', codes: string, ranges: string, count: number): string {
  const spaces = codes.trim().split('\n').length
  return `${spaces} begincodespacerange\n${codes}endcodespacerange\n${count} begin${kind}range\n${ranges}end${kind}range\nendcmap\n`
}

const hex = (code: number, digits = 4) => code.toString(16).padStart(digits, '0')

/** Every character of GBK, by its code less `shift`. */
function gbRows(shift: number): string[] {
  const decoder = new TextDecoder('gbk')
  const rows: string[] = []
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const point = decoder.decode(Uint8Array.of(high, low)).codePointAt(0) ?? 0xfffd
      const isOutside = shift > 0 && (low <= 0xa0 || high <= 0xa0)
      if (low === 0x7f || point === 0xfffd || point > 0xffff || isOutside) continue
      const code = hex(((high << 8) | low) - shift)
      rows.push(`<${code}> <${code}> ${point}\n`)
    }
  return rows
}
