/** What raised text begins with that is a power or a charge; a raised ® or st is none. */
export const power = /[\d(+−–-]|[a-z]\b/

/** A run of text in a cell with its properties, up to its words. */
const run = /<((?:\w+:)?)r>\s*<\1rPr>((?:\s*<[^<>]*>){0,40}?)\s*<\/\1rPr>\s*<\1t(?:\s[^<>]*)?>/g
const raised = /\bvertAlign\s[^<>]*\bval=["']superscript["']/
/** from the words of a run to the run that follows at once */
const next = /^[^<>]*<\/(?:\w+:)?t>\s*<\/(?:\w+:)?r>\s*$/
const powerNext = new RegExp(power.source, 'y')

/** Strings or cells of a workbook in which powers and charges stay apart: 10 with a raised -3 is 10^-3. The parser knows no formats. */
export function withPowers(part: Buffer): Buffer {
  if (!part.includes('superscript')) return part
  const xml = part.toString()
  // where the words of the raised run before begin
  let before = -1
  const apart = xml.replace(run, (all, _, about: string, at: number) => {
    const words = at + all.length
    const isRaised = raised.test(about)
    const goesOn = before >= 0 && next.test(xml.slice(before, at))
    powerNext.lastIndex = words
    const sign = isRaised && !goesOn && powerNext.test(xml) ? '^' : ''
    before = isRaised ? words : -1
    return all + sign
  })
  return Buffer.from(apart)
}
