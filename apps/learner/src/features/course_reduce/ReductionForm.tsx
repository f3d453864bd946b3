import type { Reduction, ReductionTypesData } from '@ce/client/course_reduce.ts'
import { useSaveReduction, useSubmitReduction } from '@ce/client/course_reduce.ts'
import { hoursRuleText } from '@ce/client/reduction-text.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { ChoiceField } from '@ce/ui/form/choices.tsx'
import { DateField } from '@ce/ui/form/DateField.tsx'
import { FieldGroup } from '@ce/ui/form/Field.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { NumberField, SelectField, TextAreaField } from '@ce/ui/form/inputs.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import type { ReductionFormValues } from './apply-fields.ts'
import {
  reductionHoursProblem,
  reductionTypeOptions,
  reductionYearOptions,
  toReductionDraft,
  useReductionFields,
} from './apply-fields.ts'
import { EvidenceField } from './EvidenceField.tsx'
import { useEvidenceUploadGuard } from './use-evidence.ts'

interface ApplyFormProps {
  offer: ReductionTypesData
  /** The application to edit; null for a new one. */
  reduction: Reduction | null
}

/** An incomplete application can be saved as a draft at any time. */
export function ReductionForm({ offer, reduction }: ApplyFormProps) {
  const navigate = useNavigate()
  const { fields, files, setFiles, choose, rule, hasFixedHours } = useReductionFields(offer, reduction)
  const { save, submit } = useHandingIn(reduction)
  const { onSending, loss, requireAllSent } = useEvidenceUploadGuard()
  const isReturned = reduction?.state === 'RETURNED'
  const keep = async (values: ReductionFormValues) => {
    if (!values.typeCode) return fields.complain('typeCode', '请先选择减免类型，再存草稿')
    // A draft may leave out the hours, but must not hold invalid ones.
    const wrong = reductionHoursProblem(values.hours, rule)
    if (wrong) return fields.complain('hours', wrong)
    requireAllSent()
    await save(values)
    showNotice({ kind: 'success', title: '已保存' })
  }
  const handIn = async (values: ReductionFormValues) => {
    requireAllSent()
    if (!(await submit(values))) return false
    showNotice({
      kind: 'success',
      title: '申请已提交',
      text: '审核结果会显示在“学时减免”。',
    })
    await navigate(paths.reductions(), { replace: true })
  }
  return (
    <>
      {isReturned && <p className={card.warning}>退回补正：{reduction.stateReason}</p>}
      <FieldsForm
        fields={fields}
        action={isReturned ? '提交补正' : '提交申请'}
        submit={handIn}
        loss={loss}
        draft={{ action: isReturned ? '先保存' : '存草稿', save: keep }}
      >
        <FieldGroup title="减免类型">
          <SelectField
            of={fields}
            name="year"
            label="年度"
            required
            options={reductionYearOptions(offer, reduction)}
            onChoose={(year) => choose({ year })}
          />
          <SelectField
            of={fields}
            name="typeCode"
            label="减免类型"
            required
            options={reductionTypeOptions(offer, reduction)}
            onChoose={(typeCode) => choose({ typeCode })}
          />
          {rule && <TypeRule rule={rule} />}
        </FieldGroup>
        <FieldGroup title="申请内容">
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
            onChoose={(subject) => choose({ subject })}
          />
          <NumberField
            of={fields}
            name="hours"
            label="申请学时"
            required
            hint={hasFixedHours ? '由减免类型决定。' : rule && `${hoursRuleText(rule)}。`}
            readOnly={hasFixedHours}
            unit="学时"
          />
          <DateField of={fields} name="startDate" label="开始日期" required />
          <DateField of={fields} name="endDate" label="结束日期" required min={fields.values.startDate || undefined} />
          <TextAreaField of={fields} name="reason" label="申请理由" required />
        </FieldGroup>
        <FieldGroup title="佐证材料">
          <EvidenceField
            files={files}
            onChange={setFiles}
            onSending={onSending}
            problem={fields.problems.attachments}
            label="照片或 PDF"
            required
          />
        </FieldGroup>
      </FieldsForm>
    </>
  )
}

function TypeRule({ rule }: { rule: Reduction['rule'] }) {
  const { evidence, minFiles, applyTo } = rule
  return (
    <section className={card.note} aria-label="类型要求">
      <p>
        <strong>学时：</strong>
        {hoursRuleText(rule)}。
      </p>
      <p>
        <strong>佐证材料：</strong>
        {evidence}（至少 {minFiles} 个文件）。
      </p>
      {applyTo && (
        <p>
          <strong>申请截止：</strong>
          {applyTo}。
        </p>
      )}
    </section>
  )
}

/** Saving and submitting share an idempotency key and the newest version. @throws the call's error */
function useHandingIn(reduction: Reduction | null) {
  const keep = useSaveReduction()
  const hand = useSubmitReduction()
  const known = useRef({ id: reduction?.id ?? randomUuid(), version: reduction?.version ?? 0 })
  const note = ({ id, version }: Reduction) => {
    known.current = { id, version }
  }
  return {
    save: async (values: ReductionFormValues) =>
      note(await keep.mutateAsync({ ...toReductionDraft(values), ...known.current })),
    /** @returns false when a required field is empty */
    submit: async (values: ReductionFormValues): Promise<boolean> => {
      const { subject, hours, startDate, endDate, ...rest } = toReductionDraft(values)
      if (!subject || hours === null || !startDate || !endDate) return false
      const whole = { ...rest, subject, hours, startDate, endDate }
      note(await hand.mutateAsync({ ...whole, ...known.current }))
      return true
    },
  }
}
