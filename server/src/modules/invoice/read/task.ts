import type { ReadTask } from '../../../platform/reader/task.ts'
import { type Reading, readInvoice } from './read-invoice.ts'

export interface ReadInvoiceInput {
  mime: string
}

/** Reads one invoice. */
export const task: ReadTask<ReadInvoiceInput, Reading> = async ({ mime }, { source, emit }) => {
  await emit(await readInvoice(await source.read(0, source.size), mime))
}
