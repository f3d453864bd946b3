import type { ReadTask } from '../../../../platform/reader/task.ts'
import { type InvoiceReadResult, readInvoice } from './read-invoice.ts'

export interface ReadInvoiceTaskInput {
  mime: string
}

export const task: ReadTask<ReadInvoiceTaskInput, InvoiceReadResult> = async ({ mime }, { source, emit }) => {
  await emit(await readInvoice(await source.read(0, source.size), mime))
}
