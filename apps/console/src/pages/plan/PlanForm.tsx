import { isStale } from '@ce/client/answers.ts'
import { type DeskPlan, useSavePlan } from '@ce/client/staff/plan.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { trialWords } from '@ce/contract/trial-words'
import { Alert, Button, Checkbox, Form, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { useEffect, useRef, useState } from 'react'
import { useSavedOver } from '../../components/use-saved-over.ts'
import { useUnsaved } from '../../components/use-unsaved.ts'
import { needed } from '../../kit/form-rules.ts'
import { NumberInput } from '../../kit/NumberInput.tsx'
import { numberWithin } from '../../kit/number-rule.ts'
import { showInForm } from '../../kit/show-in-form.ts'
import { CoursesField } from './CoursesField.tsx'
import {
  contentOf,
  courseHoursProblem,
  followYear,
  type PlanCourse,
  type PlanFields,
  priceRange,
  requiredHours,
  yearRange,
} from './fields.ts'
import classes from './plan.module.css'
import { YearDoubt } from './YearDoubt.tsx'

interface PlanFormProps {
  id: string
  /** null: it is new */
  plan: DeskPlan | null
  initial: PlanFields
  /** what it begins with is nowhere yet */
  unsavedAtFirst?: boolean
  onSaved: () => void
  onChanged?: (changed: boolean) => void
  /** begins anew with the newest */
  restart?: () => Promise<void>
}

/** A plan's fields. What was paid for cannot be changed any more. */
export function PlanForm(props: PlanFormProps) {
  const { id, plan, initial, unsavedAtFirst = false, onSaved, onChanged, restart } = props
  const [form] = Form.useForm<PlanFields>()
  const save = useSavePlan()
  const { changed, edited, save: saveOver } = useSavedOver(plan?.version ?? 0, unsavedAtFirst)
  const [saved, setSaved] = useState(0)
  const [trouble, setTrouble] = useState<{ words: string; stale: boolean } | null>(null)
  const mayEdit = usePermission('teaching.edit')
  useUnsaved(changed, '这个年度计划')
  useEffect(() => onChanged?.(changed), [changed, onChanged])
  const done = useRef(onSaved)
  useEffect(() => {
    done.current = onSaved
  })
  // after the guard has heard that nothing is unsaved: what follows may lead to another page
  useEffect(() => {
    if (saved > 0) done.current()
  }, [saved])
  const followed = useRef(initial.year)
  const follow = () => {
    const dated = plan ? null : followYear(form.getFieldsValue(true), initial, followed.current)
    if (!dated) return
    followed.current = form.getFieldValue('year')
    form.setFieldsValue(dated)
  }
  const submit = async () => {
    setTrouble(null)
    try {
      const content = contentOf(form.getFieldsValue(true))
      await saveOver(async (version) => {
        const saved = await save.mutateAsync({ id, version, content })
        return saved.version
      })
      setSaved((count) => count + 1)
    } catch (error) {
      const words = showInForm(form, error)
      setTrouble(words === null ? null : { words, stale: isStale(error) })
    }
  }
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={!mayEdit}
      className={classes.form}
      initialValues={initial}
      onValuesChange={(changed: Partial<PlanFields>) => {
        edited()
        if ('year' in changed) follow()
      }}
      onFinish={submit}
      scrollToFirstError={{ focus: true }}
    >
      <Figures sold={(plan?.paid ?? 0) > 0} takenUp={plan?.takenUp ?? false} />
      <fieldset className="plain-fieldset">
        <legend>课程</legend>
        <Form.Item name="courses" className={classes.courses} rules={[coursesRule]}>
          <CoursesField readOnly={!mayEdit} />
        </Form.Item>
      </fieldset>
      <div role="alert">
        {trouble && (
          <Alert
            className={classes.note}
            type="error"
            role="none"
            showIcon
            title={trouble.words}
            action={
              trouble.stale &&
              restart && (
                <Button size="small" onClick={() => void restart()}>
                  放弃我的修改，载入最新内容
                </Button>
              )
            }
          />
        )}
      </div>
      {mayEdit && (
        <div className={classes.bar}>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {plan ? '保存' : '保存草稿'}
          </Button>
          <span role="status">{changed ? '有修改还没有保存' : saved > 0 ? '已保存' : ''}</span>
        </div>
      )}
    </Form>
  )
}

const yearRules: Rule[] = [
  { required: true, message: '请填写年度' },
  {
    ...{ type: 'integer', ...yearRange },
    message: `年度应为 ${yearRange.min}–${yearRange.max} 的整数，例如 2027`,
  },
]

const coursesRule: Rule = {
  validator: async (_rule, courses: readonly PlanCourse[]) => {
    const problem = courseHoursProblem(courses)
    if (problem) throw new Error(problem)
  },
}

/** Year, window, price and required hours; whether it is a trial. */
function Figures({ sold, takenUp }: { sold: boolean; takenUp: boolean }) {
  // undefined leaves it to the form, which is off for who only reads
  const fixed = sold || undefined
  return (
    <>
      <div className={classes.row}>
        <Form.Item name="year" label="年度" rules={yearRules} validateTrigger="onBlur">
          <NumberInput disabled={fixed} />
        </Form.Item>
        <Form.Item
          name="title"
          label="计划名称"
          className={classes.wide}
          rules={[needed('请填写名称'), { min: 2, message: '名称为 2–60 个字' }]}
          validateTrigger="onBlur"
        >
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="price"
          label="价格（元）"
          rules={[{ required: true, message: '请填写价格' }, numberWithin(priceRange)]}
          validateTrigger="onBlur"
        >
          <NumberInput disabled={fixed} />
        </Form.Item>
      </div>
      <div className={classes.row}>
        <Day name="signStartAt" label="报名开始（当日零点起）" />
        <Day name="signEndAt" label="报名截止（含当日）" />
        <Day name="studyEndAt" label="学习截止（含当日）" />
      </div>
      {/* afterwards the year stays as it is */}
      {!sold && <YearDoubt />}
      <div className={classes.row}>
        <Hours name="professional" label="要求专业科目学时" disabled={fixed} />
        <Hours name="public" label="要求公需科目学时" disabled={fixed} />
      </div>
      <Form.Item
        name="trial"
        valuePropName="checked"
        extra={`证明标注“${trialWords.tag}”，不作为执业药师学时凭据；有人报名后不能再改。`}
      >
        <Checkbox disabled={takenUp || undefined}>试用计划</Checkbox>
      </Form.Item>
    </>
  )
}

function Day({ name, label }: { name: string; label: string }) {
  return (
    <Form.Item name={name} label={label} rules={[needed('请选择日期')]}>
      {/* the browser's own picker: antd's cannot be used by keys and screen readers alone */}
      <Input type="date" min={`${yearRange.min}-01-01`} max="2199-12-31" />
    </Form.Item>
  )
}

interface HoursProps {
  name: string
  label: string
  disabled: boolean | undefined
}

function Hours({ name, label, disabled }: HoursProps) {
  return (
    <Form.Item
      name={name}
      label={label}
      rules={[{ required: true, message: '请填写学时' }, numberWithin(requiredHours)]}
      validateTrigger="onBlur"
    >
      <NumberInput disabled={disabled} />
    </Form.Item>
  )
}
