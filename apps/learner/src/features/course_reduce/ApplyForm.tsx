import type { Reduction, ReductionOffer } from '@ce/client/course_reduce.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { ChoiceField } from '@ce/ui/form/choices.tsx'
import { DateField } from '@ce/ui/form/DateField.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { NumberField, SelectField, TextAreaField } from '@ce/ui/form/inputs.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useNavigate } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { EvidenceField } from './EvidenceField.tsx'
import {
  fixedHoursWords,
  handedInNotice,
  noTypeYet,
  savedNotice,
  sendWords,
  typeOptions,
  yearOptions,
} from './form-words.ts'
import { RuleNote } from './RuleNote.tsx'
import { type ApplyValues, hoursProblem, useApplyFields, wireOf } from './use-apply-fields.ts'
import { useSendingFiles } from './use-evidence.ts'
import { useHandingIn } from './use-handing-in.ts'

interface ApplyFormProps {
  offer: ReductionOffer
  /** a draft, or what was returned; null: a new one */
  reduction: Reduction | null
}

/** An application as it is written: kept as a draft at any moment, handed in when it is whole. */
export function ApplyForm({ offer, reduction }: ApplyFormProps) {
  const navigate = useNavigate()
  const { fields, files, setFiles, follow, rule, fixed } = useApplyFields(offer, reduction)
  const { save, submit } = useHandingIn(reduction)
  const { onSending, loss, requireAllSent } = useSendingFiles()
  const words = sendWords(reduction)
  const keep = async (values: ApplyValues) => {
    if (!values.typeCode) return fields.complain('typeCode', noTypeYet)
    // a draft may lack anything, but keeps no number that cannot be
    const wrong = hoursProblem(values.hours, rule)
    if (wrong) return fields.complain('hours', wrong)
    requireAllSent()
    await save(wireOf(values, files))
    showNotice(savedNotice)
  }
  const handIn = async (values: ApplyValues) => {
    requireAllSent()
    if (!(await submit(wireOf(values, files)))) return false
    showNotice(handedInNotice)
    await navigate(paths.reductions(), { replace: true })
  }
  return (
    <section className={card.card} aria-label="减免申请">
      {reduction?.state === 'RETURNED' && (
        <p className={card.warning}>退回补正：{reduction.stateReason}</p>
      )}
      <FieldsForm
        fields={fields}
        action={words.submit}
        submit={handIn}
        loss={loss}
        draft={{ action: words.save, save: keep }}
      >
        <SelectField
          of={fields}
          name="year"
          label="年度"
          required
          options={yearOptions(offer, reduction).map(asText)}
          onChoose={(year) => follow({ year })}
        />
        <SelectField
          of={fields}
          name="typeCode"
          label="减免类型"
          required
          options={[{ value: '', label: '请选择' }, ...typeOptions(offer, reduction)]}
          onChoose={(typeCode) => follow({ typeCode })}
        />
        {rule && <RuleNote rule={rule} />}
        <ChoiceField
          of={fields}
          name="subject"
          label="科目"
          required
          options={(['PROFESSIONAL', 'PUBLIC'] as const).map((value) => ({
            value,
            label: subjectNames[value],
            disabled: rule !== null && rule.subjectScope !== 'BOTH' && rule.subjectScope !== value,
          }))}
          onChoose={(subject) => follow({ subject })}
        />
        <NumberField
          of={fields}
          name="hours"
          label="申请学时"
          unit="学时"
          required
          hint={fixed ? fixedHoursWords : undefined}
          readOnly={fixed}
        />
        <DateField of={fields} name="startDate" label="开始日期" required />
        <DateField
          of={fields}
          name="endDate"
          label="结束日期"
          required
          min={fields.values.startDate || undefined}
        />
        <TextAreaField of={fields} name="reason" label="申请理由" required />
        <EvidenceField
          files={files}
          onChange={setFiles}
          onSending={onSending}
          problem={fields.problems.attachments}
          required
        />
      </FieldsForm>
    </section>
  )
}

function asText({ value, label }: { value: number; label: string }) {
  return { value: String(value), label }
}
