import type { Reduction, ReductionOffer } from '@ce/client/course_reduce.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { showInForm } from '@ce/frame/form-refusal.ts'
import { needed } from '@ce/frame/form-rules.ts'
import { NumberInput } from '@ce/frame/NumberInput.tsx'
import { numberProblem, numberWithin } from '@ce/frame/number-rule.ts'
import {
  type Fields,
  fieldsOf,
  fixedHours,
  ruleOf,
} from '@ce/frame/student/course_reduce/fields.ts'
import {
  fixedHoursWords,
  handedInNotice,
  hoursRange,
  missing,
  noTypeYet,
  savedNotice,
  sendWords,
  typeOptions,
  yearOptions,
} from '@ce/frame/student/course_reduce/form-words.ts'
import { RuleNote } from '@ce/frame/student/course_reduce/RuleNote.tsx'
import { useSendingFiles } from '@ce/frame/student/course_reduce/use-evidence.ts'
import { useHandingIn } from '@ce/frame/student/course_reduce/use-handing-in.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Button, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { EvidenceField } from './EvidenceField.tsx'
import classes from './Reductions.module.css'

interface ApplyFormProps {
  offer: ReductionOffer
  /** a draft, or what was returned; null: a new one */
  reduction: Reduction | null
}

/** An application as it is written: kept as a draft at any moment, handed in when it is whole. */
export function ApplyForm({ offer, reduction }: ApplyFormProps) {
  const [form] = Form.useForm<Fields>()
  const { problem, busy, save, submit, onSending } = useSending(form, reduction)
  const typeCode = Form.useWatch('typeCode', form)
  const subject = Form.useWatch('subject', form)
  const year = Form.useWatch('year', form)
  const rule = ruleOf(typeCode, offer, reduction)
  const fixed = fixedHours(rule, { year, subject }, offer)
  const words = sendWords(reduction)
  const follow = () => {
    const now = form.getFieldsValue()
    const chosen = ruleOf(now.typeCode, offer, reduction)
    if (chosen && chosen.subjectScope !== 'BOTH')
      form.setFieldsValue({ subject: chosen.subjectScope })
    const hours = fixedHours(chosen, form.getFieldsValue(), offer)
    if (hours !== null) form.setFieldsValue({ hours })
  }
  return (
    <Form<Fields>
      form={form}
      className={classes.form}
      aria-label="减免申请"
      layout="vertical"
      initialValues={fieldsOf(reduction, offer)}
      onValuesChange={follow}
      onFinish={submit}
      scrollToFirstError={{ focus: true }}
    >
      {reduction?.state === 'RETURNED' && (
        <Alert type="warning" showIcon title="退回补正" description={reduction.stateReason} />
      )}
      <div role="alert">
        {problem && <Alert type="error" role="none" showIcon title={problem} />}
      </div>
      <div className={classes.pair}>
        <Form.Item name="year" label="年度" rules={[{ required: true, message: missing.year }]}>
          <Select options={yearOptions(offer, reduction)} />
        </Form.Item>
        <Form.Item
          name="typeCode"
          label="减免类型"
          rules={[{ required: true, message: missing.typeCode }]}
        >
          <Select placeholder="请选择" options={typeOptions(offer, reduction)} />
        </Form.Item>
      </div>
      {rule && <RuleNote rule={rule} />}
      <fieldset className="plain-fieldset">
        <legend className="required">科目</legend>
        <Form.Item name="subject" rules={[{ required: true, message: missing.subject }]}>
          <Radio.Group
            options={(['PROFESSIONAL', 'PUBLIC'] as const).map((value) => ({
              value,
              label: subjectNames[value],
              disabled:
                rule !== null && rule.subjectScope !== 'BOTH' && rule.subjectScope !== value,
            }))}
          />
        </Form.Item>
      </fieldset>
      <Form.Item
        name="hours"
        label="申请学时"
        rules={[{ required: true, message: missing.hours }, numberWithin(hoursRange)]}
        validateTrigger="onBlur"
        extra={fixed !== null ? fixedHoursWords : undefined}
      >
        <NumberInput step={rule?.hours ?? 1} readOnly={fixed !== null} />
      </Form.Item>
      <div className={classes.pair}>
        <Form.Item name="startDate" label="开始日期" rules={[needed(missing.startDate)]}>
          <Input type="date" />
        </Form.Item>
        <Form.Item name="endDate" label="结束日期" rules={[needed(missing.endDate)]}>
          <Input type="date" />
        </Form.Item>
      </div>
      <Form.Item
        name="reason"
        label="申请理由"
        rules={[needed(missing.reason)]}
        validateTrigger="onBlur"
      >
        <Input.TextArea rows={4} maxLength={500} showCount />
      </Form.Item>
      <Form.Item
        name="attachments"
        label="佐证材料"
        rules={[
          {
            required: true,
            type: 'array',
            min: rule?.minFiles ?? 1,
            message: missing.files(rule?.minFiles ?? 1),
          },
        ]}
      >
        <EvidenceField onSending={onSending} />
      </Form.Item>
      <div className={classes.buttons}>
        <Button type="primary" htmlType="submit" loading={busy === 'submit'}>
          {words.submit}
        </Button>
        <Button onClick={save} loading={busy === 'save'}>
          {words.save}
        </Button>
      </div>
    </Form>
  )
}

/** Saving and handing in, and where problems show. */
function useSending(form: ReturnType<typeof Form.useForm<Fields>>[0], reduction: Reduction | null) {
  const navigate = useNavigate()
  const { save, submit } = useHandingIn(reduction)
  const { onSending, requireAllSent } = useSendingFiles()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'save' | 'submit' | null>(null)
  const send = async (what: 'save' | 'submit', work: () => Promise<unknown>) => {
    setProblem(null)
    setBusy(what)
    try {
      requireAllSent()
      return (await work()) !== false
    } catch (error) {
      setProblem(showInForm(form, error))
      return false
    } finally {
      setBusy(null)
    }
  }
  return {
    problem,
    busy,
    onSending,
    save: async () => {
      const fields = form.getFieldsValue()
      if (!fields.typeCode) return setProblem(noTypeYet)
      const wrong = numberProblem(hoursRange, fields.hours)
      if (wrong) return complain(form, wrong)
      if (await send('save', () => save(fields))) showNotice(savedNotice)
    },
    submit: async (fields: Fields) => {
      if (!(await send('submit', () => submit(fields)))) return
      showNotice(handedInNotice)
      await navigate(paths.reductions())
    },
  }
}

/** A draft may lack anything, but keeps no number that cannot be. */
function complain(form: ReturnType<typeof Form.useForm<Fields>>[0], problem: string) {
  form.setFields([{ name: 'hours', errors: [problem] }])
  form.focusField('hours')
}
