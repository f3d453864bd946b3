import { auditStaff } from '../../../../platform/audit.ts'
import { type Db, inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { contentOfStoredParts } from '../../../../platform/files/content.ts'
import { verifyPrivateUrl } from '../../../../platform/files/links.ts'
import { readResultInProcess } from '../../../../platform/reader/read-apart.ts'
import type { ReadTaskName } from '../../../../platform/reader/task.ts'
import { UnreadableFile } from '../../../../platform/sheets/unreadable.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { findUploadedFile } from '../../../file/service/uploaded.ts'
import { expireUploadedFile } from '../../../file/service.ts'
import { maySeeInvoice } from '../policy.ts'
import { createFailedReading, type InvoiceReadResult } from '../read/read-invoice.ts'
import type { ReadInvoiceTaskInput } from '../read/task.ts'
import { findInvoiceReading, insertInvoiceReading, listUnusedInvoiceFiles } from '../store/files.ts'
import { findInvoice, type InvoiceOwner } from '../store/invoices.ts'

const most = 200

export type UploadedInvoice = NonNullable<Awaited<ReturnType<typeof findUploadedFile>>>

const tooHard = '文件内容过于复杂，没有在限定的时间内读完，请从税务系统重新下载后再上传'

const task: ReadTaskName<ReadInvoiceTaskInput, InvoiceReadResult> = {
  script: new URL('../read/task.ts', import.meta.url),
  lane: 'quick',
  tooSlow: tooHard,
  tooComplex: tooHard,
}

/** Reads the invoice file in a worker process and stores the result. @throws Refusal common.busy. */
export async function readUploadedInvoice(
  deps: Pick<Deps, 'db' | 'files'>,
  file: UploadedInvoice,
): Promise<InvoiceReadResult> {
  const known = await findStoredInvoiceReading(deps.db, file.id)
  if (known) return known
  const reading = await read(deps, file)
  // High load may have caused the timeout, so the result is not stored and the next try reads the file again.
  if (reading.problem !== 'TOO_COMPLEX') await insertInvoiceReading(deps.db, file.id, reading)
  return reading
}

/** Returns null when nobody has read the file yet. */
export async function findStoredInvoiceReading(db: Db, fileId: string): Promise<InvoiceReadResult | null> {
  const kept = await findInvoiceReading(db, fileId)
  return kept === undefined ? null : asReading(kept)
}

/** Only readUploadedInvoice writes this column, so the cast is safe. */
function asReading(kept: unknown): InvoiceReadResult {
  return kept as InvoiceReadResult
}

async function read({ files }: Pick<Deps, 'files'>, file: UploadedInvoice): Promise<InvoiceReadResult> {
  const { storageKey, size, mime, staffId } = file
  const source = contentOfStoredParts(files, { keys: [storageKey], partSize: size, size })
  try {
    return await readResultInProcess(task, { mime }, { owner: staffId ?? 'product', source })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return createFailedReading('TOO_COMPLEX', error.message)
  }
}

type LinkKind = 'invoices' | 'employer-invoices' | 'desk-invoices'

interface Link {
  id: string
  s: string
  e: string
  t: string
}

/**
 * Reads a file by a ten-minute link for the owner, or (`desk-invoices`) for staff whose permission was checked. @throws
 * Refusal 403 for a wrong or old link, 404 without a file or for another owner.
 */
export async function readInvoiceFile(deps: Deps, kind: LinkKind, link: Link) {
  if (!verifyPrivateUrl(deps.keys, kind, link)) return refuse('file.linkInvalid')
  const invoice = await findInvoice(deps.db, link.id)
  if (!invoice?.fileId) return refuse('file.gone')
  const owner = ownerOf(kind, link)
  if (owner && !maySeeInvoice(owner, invoice)) return refuse('file.gone')
  const file = (await findUploadedFile(deps.db, invoice.fileId, 'INVOICE')) ?? refuse('file.gone')
  return { ...file, asDownload: true }
}

function ownerOf(kind: LinkKind, { s }: Link): InvoiceOwner | null {
  if (kind === 'desk-invoices') return null
  return kind === 'invoices' ? { studentId: s } : { organisationId: s }
}

export async function listUnusedInvoiceUploads({ db }: Deps, { staffId }: StaffAtWork) {
  return { list: await listUnusedInvoiceFiles(db, staffId, most) }
}

/** @throws Refusal common.notFound for a file that is already used or that another staff member uploaded. */
export async function discardInvoiceUpload({ db }: Deps, staff: StaffAtWork, { fileId }: { fileId: string }) {
  await inTransaction(db, async (tx) => {
    const name = await expireUploadedFile(tx, {
      id: fileId,
      staffId: staff.staffId,
      purpose: 'INVOICE',
    })
    if (name === undefined) return refuse('common.notFound')
    await auditStaff(tx, staff, 'invoice.fileDropped', fileId, { name })
  })
  return null
}
