import writeXlsx from 'write-excel-file/node'
import type { ReadTask } from '../reader/task.ts'
import type { MarkedCell, TextTable } from './write-apart.ts'

const faulty = '#FFC7CE'

export const task: ReadTask<null, string> = async (_, { source, emit }) => {
  const bytes = await source.read(0, source.size)
  const { columns, rows }: TextTable = JSON.parse(bytes.toString())
  const head = columns.map(([value]) => ({ value, type: String, fontWeight: 'bold' as const }))
  const book = writeXlsx([head, ...rows.map((row) => row.map(cellOf))], {
    columns: columns.map(([, width]) => ({ width })),
    stickyRowsCount: 1,
  })
  await emit((await book.toBuffer()).toString('base64'))
}

function cellOf(cell: MarkedCell) {
  const text = { type: String, format: '@' } as const
  if (typeof cell === 'string') return { value: cell, ...text }
  return { value: cell.faulty, backgroundColor: faulty, ...text }
}
