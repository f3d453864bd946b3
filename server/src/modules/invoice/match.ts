/** all its digits: with one too many it is nobody's; and no end of another word, as in dzfp20260302101500 */
const applyNo = /(?<![A-Z])FP\d{14,}/gi
/** a 数电票 number; shorter ones may as well be a date or a phone */
const fullNumber = /^\d{20}$/

export interface NumbersInName {
  /** application numbers, each once; of more than 14 digits it matches nothing */
  applyNos: string[]
  /** runs of digits that may be an invoice's number */
  invoiceNos: string[]
  /** the one that surely is a number of an invoice */
  invoiceNo: string | null
}

/** What a file's name says of the invoice it holds: 电子发票_FP20260301000012_26112000000123456789.pdf. */
export function numbersIn(fileName: string): NumbersInName {
  // full-width letters and digits are folded
  const name = fileName.normalize('NFKC')
  const applyNos = [...new Set((name.match(applyNo) ?? []).map((one) => one.toUpperCase()))]
  const rest = name.replace(applyNo, ' ')
  const invoiceNos = [...new Set(rest.match(/\d+/g) ?? [])].filter((run) => /^\d{8,20}$/.test(run))
  const full = invoiceNos.filter((run) => fullNumber.test(run))
  return { applyNos, invoiceNos, invoiceNo: full.length === 1 ? (full[0] ?? null) : null }
}
