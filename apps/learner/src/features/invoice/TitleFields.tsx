import { type SavedTitle, savedTitlesQuery } from '@ce/client/invoice.ts'
import { remarkLabel, savedTitlesWords } from '@ce/client/invoice-text.ts'
import {
  emailLabel,
  savedTitleWords,
  type TitleType,
  titleTypes,
  titleWords,
} from '@ce/client/invoice-title.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { Button } from '@ce/ui/Button.tsx'
import { CheckField, ChoiceField } from '@ce/ui/form/choices.tsx'
import { TextField } from '@ce/ui/form/inputs.tsx'
import type { Fields } from '@ce/ui/form/use-fields.ts'
import { useQuery } from '@tanstack/react-query'
import card from '../../components/card.module.css'
import { useEmailHint } from './use-email-hint.ts'
import { useRetitle } from './use-retitle.ts'
import type { TitleForm } from './use-title-fields.ts'

/** Whom an invoice is for, and where word of it goes. */
export function TitleFields({ of }: { of: Fields<TitleForm> }) {
  const { titleType, title } = of.values
  const retitle = useRetitle()
  const words = titleWords(titleType)
  const emailHint = useEmailHint()
  const choose = (type: TitleType) => {
    of.set('titleType', type)
    of.set('title', retitle({ titleType, title }, type))
  }
  return (
    <>
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
      <TextField
        of={of}
        name="email"
        label={emailLabel}
        type="email"
        hint={emailHint}
        normalize={withoutSpaces}
        autoComplete="email"
        inputMode="email"
      />
      <TextField of={of} name="remark" label={remarkLabel} autoComplete="off" />
      <CheckField of={of} name="saveTitle" label={words.save} />
    </>
  )
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
