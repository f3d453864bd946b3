import { auditStaff } from '../../../platform/audit.ts'
import { inTransaction, type Tx } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { findUploaded, keepUploaded } from '../../file/service.ts'
import { notify } from '../../message/service.ts'
import { type NumbersInName, numbersIn } from '../match.ts'
import { issuedMessage } from '../messages.ts'
import { findByNumbers, isNumberTaken, lockNumbers, setIssued } from '../store/desk.ts'
import { holdOrder, type InvoiceRow, lockInvoice } from '../store/invoices.ts'

type Outcome =
  | 'ISSUED'
  | 'UNMATCHED'
  | 'AMBIGUOUS'
  | 'TAKEN'
  | 'NOT_OPEN'
  | 'NO_FILE'
  | 'NUMBER_TAKEN'

interface Line {
  fileId: string
  fileName: string
  outcome: Outcome
  invoiceId: string | null
  applyNo: string | null
  title: string | null
}

/**
 * Gives each uploaded file to the application its name tells of, and tells the student: a transaction each, so that what was done before a
 * crash is done, and a repeat finds it so.
 */
export async function issueInvoices(
  deps: Deps,
  staff: StaffAtWork,
  { fileIds }: { fileIds: string[] },
): Promise<{ rows: Line[] }> {
  const rows: Line[] = []
  for (const fileId of new Set(fileIds)) rows.push(await issueOne(deps, staff, fileId))
  return { rows }
}

async function issueOne({ db }: Deps, staff: StaffAtWork, fileId: string): Promise<Line> {
  const nothing = { fileId, fileName: '', invoiceId: null, applyNo: null, title: null }
  const file = await findUploaded(db, fileId, 'INVOICE')
  if (!file || file.staffId !== staff.staffId) return { ...nothing, outcome: 'NO_FILE' }
  const line = { ...nothing, fileName: file.name }
  const numbers = numbersIn(file.name)
  const [found, ...others] = await findByNumbers(db, numbers)
  if (!found) return { ...line, outcome: 'UNMATCHED' }
  const several = others.length > 0 || numbers.applyNos.length > 1
  if (several) return { ...line, outcome: 'AMBIGUOUS' }
  return inTransaction(db, async (tx) => {
    await holdOrder(tx, found.orderNo)
    const invoice = await lockInvoice(tx, found.id)
    const outcome = outcomeOf(invoice, fileId)
    const done = outcome === 'OPEN' ? await issue(tx, staff, { invoice, fileId, numbers }) : outcome
    const { id, applyNo, title } = invoice
    return { ...line, outcome: done, invoiceId: id, applyNo, title }
  })
}

function outcomeOf({ state, fileId: there }: InvoiceRow, fileId: string): Outcome | 'OPEN' {
  if (there === fileId) return 'ISSUED'
  if (state === 'ISSUED') return 'TAKEN'
  return state === 'PENDING' || state === 'ISSUING' ? 'OPEN' : 'NOT_OPEN'
}

async function issue(
  tx: Tx,
  staff: StaffAtWork,
  given: { invoice: InvoiceRow; fileId: string; numbers: NumbersInName },
): Promise<Outcome> {
  const { invoice, fileId, numbers } = given
  const { id, applyNo, orderNo } = invoice
  await lockNumbers(tx)
  // what was entered by hand stands; the name of the file only fills a gap
  const invoiceNo = invoice.invoiceNo ?? numbers.invoiceNo
  if (invoiceNo && (await isNumberTaken(tx, invoiceNo, invoice))) return 'NUMBER_TAKEN'
  // another upload of the same staff cannot have it: one file, one invoice (a unique key)
  await setIssued(tx, id, { fileId, invoiceNo, issuedBy: staff.staffId })
  await keepUploaded(tx, fileId)
  await auditStaff(tx, staff, 'invoice.issued', id, { applyNo, orderNo, invoiceNo, fileId })
  await notify(tx, ...issuedMessage(invoice))
  return 'ISSUED'
}
