import { type SavedTitle, savedTitlesQuery } from '@ce/client/invoice.ts'
import { remarkLabel, savedTitlesWords } from '@ce/client/invoice-text.ts'
import {
  changeReason,
  emailHint,
  emailLabel,
  type KeptTitles,
  retitled,
  savedTitleWords,
  type TitleType,
  titleProblem,
  titleTypes,
  titleWords,
} from '@ce/client/invoice-title.ts'
import { outsideQuery } from '@ce/client/message.ts'
import { useSession } from '@ce/client/session.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { invoiceApplyLimits, invoiceChangeLimits } from '@ce/contract/learner-limits'
import { emailRule } from '@ce/contract/person'
import { Button } from '@ce/ui/Button.tsx'
import { all, atLeast, matches, needed } from '@ce/ui/form/checks.ts'
import { CheckField, ChoiceField } from '@ce/ui/form/choices.tsx'
import { Group } from '@ce/ui/form/Field.tsx'
import { TextField } from '@ce/ui/form/inputs.tsx'
import type { Fields } from '@ce/ui/form/use-fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import card from '../../components/card.module.css'
import { useFields } from '../../form/use-fields.ts'

/** A title's fields as a form holds them; `reason` is of a change. */
type TitleForm = {
  titleType: TitleType
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
 * Whom an invoice is for; checked as the server checks it. @param draft the form's name
 * @param change it takes the place of another, for a reason
 */
export function useTitleFields(
  start: Pick<TitleForm, 'titleType' | 'title' | 'taxNo' | 'email' | 'remark'>,
  draft: string,
  change = false,
): Fields<TitleForm> {
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

/** Whom an invoice is for, and how staff reach who asked. */
export function TitleFields({ of }: { of: Fields<TitleForm> }) {
  const { titleType, title } = of.values
  const retitle = useRetitle()
  const words = titleWords(titleType)
  const choose = (type: TitleType) => {
    of.set('titleType', type)
    of.set('title', retitle({ titleType, title }, type))
  }
  return (
    <>
      <Group title="抬头信息">
        <SavedTitles of={of} />
        <ChoiceField
          of={of}
          name="titleType"
          label="抬头类型"
          required
          options={titleTypes}
          onChoose={choose}
        />
        <TextField
          of={of}
          name="title"
          label="发票抬头"
          required
          hint={words.titleHint}
          autoComplete="off"
        />
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
        <CheckField of={of} name="saveTitle" label={words.save} />
      </Group>
      <Group title="联系与备注">
        <TextField
          of={of}
          name="email"
          label={emailLabel}
          type="email"
          hint={useEmailHint()}
          normalize={withoutSpaces}
          autoComplete="email"
          inputMode="email"
        />
        <TextField of={of} name="remark" label={remarkLabel} autoComplete="off" />
      </Group>
    </>
  )
}

/** What is said below the address of an application. */
function useEmailHint(): string {
  const { data } = useQuery(outsideQuery())
  const channel = data?.channels.find((one) => one.channel === 'EMAIL')
  const proven = channel?.agreedAt ? (channel.to ?? undefined) : undefined
  return emailHint(proven, channel !== undefined)
}

/** The title that stands once another type is chosen: one's own name until another person's was typed. */
function useRetitle() {
  const own = useSession()?.userInfo.name ?? ''
  const kept = useRef<KeptTitles>({ person: own, unit: '' })
  return (was: { titleType: TitleType; title: string }, next: TitleType): string => {
    const { kept: now, title } = retitled(kept.current, was, next)
    kept.current = now
    return title
  }
}

/** One touch fills the title. */
function SavedTitles({ of }: { of: Fields<TitleForm> }) {
  const { data } = useQuery(savedTitlesQuery())
  if (!data?.list.length) return null
  const fill = ({ titleType, title, taxNo }: SavedTitle) => {
    of.set('titleType', titleType)
    of.set('title', title)
    of.set('taxNo', taxNo ?? '')
  }
  return (
    <section className={card.tools} aria-label={savedTitlesWords}>
      <p className={card.quiet}>{savedTitlesWords}</p>
      {data.list.map((saved) => (
        <Button key={saved.id} kind="quiet" onClick={() => fill(saved)}>
          {savedTitleWords(saved)}
        </Button>
      ))}
    </section>
  )
}
