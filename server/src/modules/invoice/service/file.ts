import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import { linkValid } from '../../../platform/files/links.ts'
import { findUploaded } from '../../file/service.ts'
import { maySeeInvoice } from '../policy.ts'
import { findInvoice, type Owner } from '../store/invoices.ts'

export type LinkKind = 'invoices' | 'employer-invoices' | 'desk-invoices'

interface Link {
  id: string
  s: string
  e: string
  t: string
}

/**
 * The issued file behind an address of ten minutes: given to the order's student or employer, or (`desk-invoices`) to a member of staff whose right the
 * call that gave it has checked. @throws Refusal 403 for a wrong or old address, 404 when there is no file, or the order is another's by now
 */
export async function invoiceFile(deps: Deps, kind: LinkKind, link: Link) {
  if (!linkValid(deps.keys, kind, link)) return refuse('file.linkInvalid')
  const invoice = await findInvoice(deps.db, link.id)
  if (!invoice?.fileId) return refuse('file.gone')
  const owner = ownerOf(kind, link)
  if (owner && !maySeeInvoice(owner, invoice)) return refuse('file.gone')
  const file = (await findUploaded(deps.db, invoice.fileId, 'INVOICE')) ?? refuse('file.gone')
  return { ...file, asDownload: true }
}

/** Whose it must be; null: staff's. */
function ownerOf(kind: LinkKind, { s }: Link): Owner | null {
  if (kind === 'desk-invoices') return null
  return kind === 'invoices' ? { studentId: s } : { organisationId: s }
}
