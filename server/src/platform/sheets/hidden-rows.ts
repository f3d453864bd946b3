/** How many rows that hold anything each sheet hides – by a filter, folded, or by hand –, in the order of the workbook. All in Latin-1. */
export function hiddenRows(parts: Record<string, Buffer>): number[] {
  const text = (name: string) => parts[name]?.toString('latin1') ?? ''
  const targets = new Map(
    [...text('xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)].map(
      ([relation]) => [id.exec(relation)?.[1], target.exec(relation)?.[1]],
    ),
  )
  return [...text('xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g)].map(([sheet]) =>
    countIn(parts[`xl/${targets.get(relationId.exec(sheet)?.[1])}`]),
  )
}

const id = /\sId=["']([^"']*)["']/
/** mostly within xl/, which may be written out */
const target = /\sTarget=["'](?:\/?xl\/)?([^"']*)["']/
const relationId = /\s\w+:id=["']([^"']*)["']/
const hidden = /^\s[^<>]*\bhidden=["'](?:1|true)["']/
const filled = /<(?:\w+:)?[vt](?:\s[^<>]*)?>[^<]/

function countIn(sheet: Buffer | undefined): number {
  // most workbooks hide nothing
  if (!sheet?.includes('hidden=')) return 0
  const rows = sheet.toString('latin1').split(/<(?:\w+:)?row(?=\s)/)
  return rows.filter((row) => hidden.test(row) && filled.test(row)).length
}
