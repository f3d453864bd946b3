import { type SavedInvoiceTitle, savedInvoiceTitlesQuery } from '@ce/client/invoice.ts'
import { invoiceRemarkLabel, savedInvoiceTitlesLabel } from '@ce/client/invoice-text.ts'
import {
  changeInvoiceTitleType,
  type InvoiceTitleKind,
  invoiceChangeReasonRules,
  invoiceEmailHint,
  invoiceEmailLabel,
  invoiceTitleFieldLabels,
  invoiceTitleProblem,
  invoiceTitleTypeOptions,
  type RememberedInvoiceTitles,
  savedInvoiceTitleText,
} from '@ce/client/invoice-title.ts'
import { outsideChannelsQuery } from '@ce/client/message.ts'
import { useSession } from '@ce/client/session.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { invoiceApplyLimits, invoiceChangeLimits } from '@ce/contract/generated/learner-limits'
import { emailRule } from '@ce/contract/person'
import { Button } from '@ce/ui/Button.tsx'
import { firstProblem, matchesRule, minLength, notBlank } from '@ce/ui/form/checks.ts'
import { CheckboxField, ChoiceField } from '@ce/ui/form/choices.tsx'
import { FieldGroup } from '@ce/ui/form/Field.tsx'
import { TextField } from '@ce/ui/form/inputs.tsx'
import type { FormFields } from '@ce/ui/form/use-fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import card from '../../components/card.module.css'
import { useFields } from '../../form/use-fields.ts'

type TitleForm = {
  titleType: InvoiceTitleKind
  title: string
  taxNo: string
  email: string
  remark: string
  saveTitle: boolean
  reason: string
}

const { title, taxNo, email, remark } = invoiceApplyLimits
const limits = { title, taxNo, email, remark, reason: invoiceChangeLimits.reason }

/**
 * Creates the fields of an invoice title, checked like on the server.
 * @param draft storage name of the form's draft
 * @param change true if the title replaces that of an issued invoice
 */
export function useInvoiceTitleFields(
  start: Pick<TitleForm, 'titleType' | 'title' | 'taxNo' | 'email' | 'remark'>,
  draft: string,
  change = false,
): FormFields<TitleForm> {
  const { titleType, title, taxNo, email, remark } = start
  const reason = firstProblem(notBlank(invoiceChangeReasonRules.missing), minLength(invoiceChangeReasonRules.length))
  return useFields<TitleForm>(
    { titleType, title, taxNo, email, remark, saveTitle: false, reason: '' },
    {
      title: (title, values) => notBlank('请填写抬头')(title) ?? invoiceTitleProblem('title', values),
      taxNo: (_code, values) => invoiceTitleProblem('taxNo', values),
      email: matchesRule(emailRule),
      ...(change ? { reason } : {}),
    },
    { draft, limits },
  )
}

export function InvoiceTitleFields({ of }: { of: FormFields<TitleForm> }) {
  const { titleType, title } = of.values
  const retitle = useRetitle()
  const words = invoiceTitleFieldLabels(titleType)
  const choose = (type: InvoiceTitleKind) => {
    of.set('titleType', type)
    of.set('title', retitle({ titleType, title }, type))
  }
  return (
    <>
      <FieldGroup title="抬头信息">
        <SavedTitles of={of} />
        <ChoiceField
          of={of}
          name="titleType"
          label="抬头类型"
          required
          options={invoiceTitleTypeOptions}
          onChoose={choose}
        />
        <TextField of={of} name="title" label="发票抬头" required hint={words.titleHint} autoComplete="off" />
        {titleType !== 'PERSONAL' && (
          <TextField
            of={of}
            name="taxNo"
            label={words.taxNo}
            required={titleType === 'COMPANY'}
            hint={words.taxNoHint}
            normalize={withoutSpaces}
            autoComplete="off"
            autoCapitalize="characters"
          />
        )}
        <CheckboxField of={of} name="saveTitle" label={words.save} />
      </FieldGroup>
      <FieldGroup title="联系与备注">
        <TextField
          of={of}
          name="email"
          label={invoiceEmailLabel}
          type="email"
          hint={useEmailHint()}
          normalize={withoutSpaces}
          autoComplete="email"
          inputMode="email"
        />
        <TextField of={of} name="remark" label={invoiceRemarkLabel} autoComplete="off" />
      </FieldGroup>
    </>
  )
}

function useEmailHint(): string {
  const { data } = useQuery(outsideChannelsQuery())
  const channel = data?.channels.find((one) => one.channel === 'EMAIL')
  const proven = channel?.agreedAt ? (channel.to ?? undefined) : undefined
  return invoiceEmailHint(proven, channel !== undefined)
}

/** Suggests the student's own name as title until the student types another name. */
function useRetitle() {
  const own = useSession()?.userInfo.name ?? ''
  const kept = useRef<RememberedInvoiceTitles>({ person: own, unit: '' })
  return (was: { titleType: InvoiceTitleKind; title: string }, next: InvoiceTitleKind): string => {
    const { kept: now, title } = changeInvoiceTitleType(kept.current, was, next)
    kept.current = now
    return title
  }
}

function SavedTitles({ of }: { of: FormFields<TitleForm> }) {
  const { data } = useQuery(savedInvoiceTitlesQuery())
  if (!data?.list.length) return null
  const fill = ({ titleType, title, taxNo }: SavedInvoiceTitle) => {
    of.set('titleType', titleType)
    of.set('title', title)
    of.set('taxNo', taxNo ?? '')
  }
  return (
    <section className={card.tools} aria-label={savedInvoiceTitlesLabel}>
      <p className={card.quiet}>{savedInvoiceTitlesLabel}</p>
      {data.list.map((saved) => (
        <Button key={saved.id} kind="quiet" onClick={() => fill(saved)}>
          {savedInvoiceTitleText(saved)}
        </Button>
      ))}
    </section>
  )
}
