import { changeReason, type TitleType, titleProblem } from '@ce/client/invoice-title.ts'
import { invoiceApplyLimits, invoiceChangeLimits } from '@ce/contract/learner-limits'
import { emailRule } from '@ce/contract/person'
import { all, atLeast, matches, needed } from '@ce/ui/form/checks.ts'
import type { Fields } from '@ce/ui/form/use-fields.ts'
import { useFields } from '../../form/use-fields.ts'

const { title, taxNo, email, remark } = invoiceApplyLimits
const limits = { title, taxNo, email, remark, reason: invoiceChangeLimits.reason }

/** A title's fields as a form holds them; `reason` is of a change. */
export type TitleForm = {
  titleType: TitleType
  title: string
  taxNo: string
  email: string
  remark: string
  saveTitle: boolean
  reason: string
}

type Start = Pick<TitleForm, 'titleType' | 'title' | 'taxNo' | 'email' | 'remark'>

/**
 * Whom an invoice is for; checked as the server checks it. @param draft the form's name
 * @param change it takes the place of another, for a reason
 */
export function useTitleFields(start: Start, draft: string, change = false): Fields<TitleForm> {
  const { titleType, title, taxNo, email, remark } = start
  const reason = all(needed(changeReason.missing), atLeast(changeReason.length))
  return useFields<TitleForm>(
    { titleType, title, taxNo, email, remark, saveTitle: false, reason: '' },
    {
      title: (title, values) => needed('请填写抬头')(title) ?? titleProblem('title', values),
      taxNo: (_code, values) => titleProblem('taxNo', values),
      email: matches(emailRule),
      ...(change ? { reason } : {}),
    },
    { draft, limits },
  )
}
