import {
  type Reduction,
  type ReductionOffer,
  useSaveReduction,
  useSubmitReduction,
} from '@ce/client/course_reduce.ts'
import { subjectNames } from '@ce/client/format.ts'
import { uuid } from '@ce/client/uuid.ts'
import { showInForm } from '@ce/frame/form-refusal.ts'
import { needed } from '@ce/frame/form-rules.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Button, Form, Input, InputNumber, Radio, Select } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { EvidenceField } from './EvidenceField.tsx'
import { draftOf, type Fields, fieldsOf, fixedHours, ruleOf } from './fields.ts'
import classes from './Reductions.module.css'
import { RuleNote } from './RuleNote.tsx'

interface ApplyFormProps {
  offer: ReductionOffer
  /** a draft, or what was returned; null: a new one */
  reduction: Reduction | null
}

/** An application as it is written: kept as a draft at any moment, handed in when it is whole. */
export function ApplyForm({ offer, reduction }: ApplyFormProps) {
  const [form] = Form.useForm<Fields>()
  const { problem, busy, save, submit } = useSending(form, reduction)
  const typeCode = Form.useWatch('typeCode', form)
  const subject = Form.useWatch('subject', form)
  const year = Form.useWatch('year', form)
  const rule = ruleOf(typeCode, offer, reduction)
  const fixed = fixedHours(rule, { year, subject }, offer)
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
      requiredMark={false}
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
        <Form.Item name="year" label="年度" rules={[{ required: true, message: '请选择年度' }]}>
          <Select options={yearOptions(offer, reduction)} />
        </Form.Item>
        <Form.Item
          name="typeCode"
          label="减免类型"
          rules={[{ required: true, message: '请选择减免类型' }]}
        >
          <Select placeholder="请选择" options={typeOptions(offer, reduction)} />
        </Form.Item>
      </div>
      {rule && <RuleNote rule={rule} />}
      <fieldset className="plain-fieldset">
        <legend>科目</legend>
        <Form.Item name="subject" rules={[{ required: true, message: '请选择科目' }]}>
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
        rules={[{ required: true, message: '请填写学时' }]}
        extra={fixed !== null ? '由减免类型决定。' : undefined}
      >
        <InputNumber min={0.1} max={300} step={rule?.hours ?? 1} readOnly={fixed !== null} />
      </Form.Item>
      <div className={classes.pair}>
        <Form.Item name="startDate" label="开始日期" rules={[needed('请选择开始日期')]}>
          <Input type="date" />
        </Form.Item>
        <Form.Item name="endDate" label="结束日期" rules={[needed('请选择结束日期')]}>
          <Input type="date" />
        </Form.Item>
      </div>
      <Form.Item
        name="reason"
        label="申请理由"
        rules={[needed('请填写申请理由')]}
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
            message: `至少上传 ${rule?.minFiles ?? 1} 个文件`,
          },
        ]}
      >
        <EvidenceField />
      </Form.Item>
      <div className={classes.buttons}>
        <Button type="primary" htmlType="submit" loading={busy === 'submit'}>
          {reduction?.state === 'RETURNED' ? '提交补正' : '提交申请'}
        </Button>
        <Button onClick={save} loading={busy === 'save'}>
          {reduction?.state === 'RETURNED' ? '先保存' : '存草稿'}
        </Button>
      </div>
    </Form>
  )
}

/** Saving and handing in: one key for this application, its newest version, and where problems show. */
function useSending(form: ReturnType<typeof Form.useForm<Fields>>[0], reduction: Reduction | null) {
  const navigate = useNavigate()
  const keep = useSaveReduction()
  const hand = useSubmitReduction()
  const known = useRef({ id: reduction?.id ?? uuid(), version: reduction?.version ?? 0 })
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<'save' | 'submit' | null>(null)
  const send = async (what: 'save' | 'submit', work: () => Promise<Reduction>) => {
    setProblem(null)
    setBusy(what)
    try {
      const { id, version } = await work()
      known.current = { id, version }
      return true
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
    save: async () => {
      const draft = draftOf(form.getFieldsValue())
      if (!draft.typeCode) return setProblem('请先选择减免类型，再存草稿')
      if (await send('save', () => keep.mutateAsync({ ...draft, ...known.current })))
        showNotice({ kind: 'success', title: '已保存' })
    },
    submit: async (fields: Fields) => {
      const { subject, hours, startDate, endDate, ...rest } = draftOf(fields)
      // the form's own rules let nothing pass that is not filled in
      if (!subject || hours === null || !startDate || !endDate) return
      const whole = { ...rest, subject, hours, startDate, endDate, ...known.current }
      if (!(await send('submit', () => hand.mutateAsync(whole)))) return
      showNotice({ kind: 'success', title: '申请已提交', text: '审核结果会显示在“学时减免”。' })
      await navigate(paths.reductions())
    },
  }
}

function yearOptions({ years }: ReductionOffer, reduction: Reduction | null) {
  const all = new Set(years.map(({ year }) => year))
  if (reduction) all.add(reduction.year)
  return [...all].map((value) => ({ value, label: `${value} 年度` }))
}

function typeOptions({ types }: ReductionOffer, reduction: Reduction | null) {
  const options = types.map(({ code, name }) => ({ value: code, label: name }))
  if (reduction && !options.some(({ value }) => value === reduction.typeCode))
    options.push({ value: reduction.typeCode, label: reduction.typeName })
  return options
}
