import type { employerCalls } from '@ce/contract'
import type { z } from 'zod'
import type { Deps } from '../../../../platform/deps.ts'
import type { EmployerCaller } from '../../../../platform/employer-calls.ts'
import { applyForInvoice } from '../../../money/invoice/service/apply.ts'
import { loadOwnInvoice } from '../../../money/invoice/service/view.ts'
import { withdrawInvoice } from '../../../money/invoice/service/withdraw.ts'

type Input = z.output<(typeof employerCalls)['invitation']['applyInvoice']['request']>

/** The invoice gets the name and the credit code of the employer. A repeated request gets the first response. */
export function applyForEmployerInvoice(deps: Deps, employer: EmployerCaller, input: Input) {
  const { organisationId, name: title, creditCode: taxNo } = employer
  return applyForInvoice(deps, { organisationId }, { ...input, title, taxNo, saveTitle: false })
}

/** @throws Refusal invoice.notFound. */
export function withdrawEmployerInvoice(deps: Deps, { organisationId }: EmployerCaller, { id }: { id: string }) {
  return withdrawInvoice(deps, { organisationId }, { id })
}

/** @throws Refusal invoice.notFound. */
export function findEmployerInvoice(deps: Deps, { organisationId }: EmployerCaller, { orderNo }: { orderNo: string }) {
  return loadOwnInvoice(deps, { organisationId }, { orderNo })
}
