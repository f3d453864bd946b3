import type { Profile } from '@ce/client/student.ts'
import { studentModifyLimits } from '@ce/contract/learner-limits'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import type { Check } from '@ce/ui/form/use-fields.ts'
import { PersonField, problemOf } from '../../form/PersonField.tsx'
import { useFields } from '../../form/use-fields.ts'
import { type InfoFields, infoOf } from './info-change.ts'
import { infoFieldList } from './info-fields.ts'
import { useSaveInfo } from './use-account.ts'

type InfoTexts = Record<keyof InfoFields, string>

const checks: Partial<Record<keyof InfoTexts, Check<InfoTexts>>> = Object.fromEntries(
  infoFieldList.map((field) => [field.name, (typed: string) => problemOf(field, typed)]),
)

/** The fields of one's own; only what was changed is sent. */
export function InfoPart({ profile }: { profile: Profile }) {
  const saveInfo = useSaveInfo(profile)
  const fields = useFields<InfoTexts>(textsOf(profile), checks, {
    draft: 'profile',
    limits: studentModifyLimits,
  })
  const submit = async (values: InfoTexts) => {
    const saved = await saveInfo(asInfo(values))
    if (!saved) return false
    const texts = textsOf(saved)
    for (const { name } of infoFieldList) fields.set(name, texts[name])
  }
  return (
    <FieldsForm fields={fields} action="保存" submit={submit}>
      {infoFieldList.map((field) => (
        <PersonField key={field.name} of={fields} field={field} />
      ))}
    </FieldsForm>
  )
}

/** Every field as a form of texts has it. */
function textsOf(profile: Profile): InfoTexts {
  const info = infoOf(profile)
  return asTexts(
    Object.fromEntries(infoFieldList.map(({ name }) => [name, String(info[name] ?? '')])),
  )
}

/** Holds because the list has every field. */
function asTexts(texts: Record<string, string>): InfoTexts {
  return texts as InfoTexts
}

/** What a select gives is one of the table's choices. */
function asInfo({ titleCode, ...texts }: InfoTexts): InfoFields {
  return { ...texts, titleCode: Number(titleCode) } as InfoFields
}
