import type { employerCalls } from '@ce/contract'
import type { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { EmployerAtWork } from '../../../platform/employer-calls.ts'
import { applyForInvoice, invoiceInfo, withdrawInvoice } from '../../invoice/service.ts'

type Input = z.output<(typeof employerCalls)['invitation']['applyInvoice']['request']>

/** The one invoice of an order: its title and number are the employer's own. The same again gets the first answer. */
export function applyEmployersInvoice(deps: Deps, employer: EmployerAtWork, input: Input) {
  const { organisationId, name: title, creditCode: taxNo } = employer
  return applyForInvoice(deps, { organisationId }, { ...input, title, taxNo, saveTitle: false })
}

/** Takes its waiting application back. @throws Refusal invoice.notFound also for another's */
export function withdrawEmployersInvoice(
  deps: Deps,
  { organisationId }: EmployerAtWork,
  { id }: { id: string },
) {
  return withdrawInvoice(deps, { organisationId }, { id })
}

/** The newest of an order, with the address of its file. @throws Refusal invoice.notFound also for another's */
export function employersInvoice(
  deps: Deps,
  { organisationId }: EmployerAtWork,
  { orderNo }: { orderNo: string },
) {
  return invoiceInfo(deps, { organisationId }, { orderNo })
}
