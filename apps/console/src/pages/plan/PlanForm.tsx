import { isStaleRefusal } from '@ce/client/answers.ts'
import { type DeskPlan, useSavePlan } from '@ce/client/staff/plan.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { planSaveLimits } from '@ce/contract/generated/staff-limits'
import { trialTexts } from '@ce/contract/trial-text'
import { Alert, Button, Checkbox, Form } from 'antd'
import type { Rule } from 'antd/es/form'
import { useEffect, useRef, useState } from 'react'
import { useVersionedSave } from '../../components/use-saved-over.ts'
import { DateField, dateRule } from '../../kit/DateField.tsx'
import { NumberFormItem, TextItem } from '../../kit/FormItems.tsx'
import { requiredRule } from '../../kit/form-rules.ts'
import { useUnsavedChanges } from '../../kit/losses.ts'
import { NumberInput } from '../../kit/NumberInput.tsx'
import { clearAnsweredProblems, showProblemsInForm } from '../../kit/show-in-form.ts'
import { PlanCoursesField } from './CoursesField.tsx'
import {
  courseHoursProblem,
  type PlanCourseFields,
  type PlanFields,
  planFieldsForYear,
  planPriceRange,
  planYearRange,
  requiredHoursRange,
  toPlanContent,
} from './fields.ts'
import { PlanYearWarning } from './PlanYearWarning.tsx'
import classes from './plan.module.css'

interface PlanFormProps {
  id: string
  plan: DeskPlan | null
  initial: PlanFields
  unsavedAtFirst?: boolean
  onSaved: () => void
  onChanged?: (changed: boolean) => void
  restart?: () => Promise<void>
}

/** Once students have paid, the fields that must not change are disabled. */
export function PlanForm(props: PlanFormProps) {
  const { id, plan, initial, unsavedAtFirst = false, onSaved, onChanged, restart } = props
  const [form] = Form.useForm<PlanFields>()
  const save = useSavePlan()
  const { changed, edited, save: saveOver } = useVersionedSave(plan?.version ?? 0, unsavedAtFirst)
  const [saved, setSaved] = useState(0)
  const [trouble, setTrouble] = useState<{ words: string; stale: boolean } | null>(null)
  const mayEdit = usePermission('teaching.edit')
  useUnsavedChanges(changed, '这个年度计划')
  useEffect(() => onChanged?.(changed), [changed, onChanged])
  const done = useRef(onSaved)
  useEffect(() => {
    done.current = onSaved
  })
  // Wait until the guard for unsaved input knows of the save, because `onDone` may navigate.
  useEffect(() => {
    if (saved > 0) done.current()
  }, [saved])
  const followed = useRef(initial.year)
  const follow = () => {
    const dated = plan ? null : planFieldsForYear(form.getFieldsValue(true), initial, followed.current)
    if (!dated) return
    followed.current = form.getFieldValue('year')
    form.setFieldsValue(dated)
  }
  const submit = async () => {
    setTrouble(null)
    try {
      const content = toPlanContent(form.getFieldsValue(true))
      await saveOver(async (version) => {
        const saved = await save.mutateAsync({ id, version, content })
        return saved.version
      })
      setSaved((count) => count + 1)
    } catch (error) {
      const words = showProblemsInForm(form, error)
      setTrouble(words === null ? null : { words, stale: isStaleRefusal(error) })
    }
  }
  return (
    <Form
      form={form}
      layout="vertical"
      disabled={!mayEdit}
      className={classes.form}
      initialValues={initial}
      onValuesChange={clearAnsweredProblems(form, (changed) => {
        edited()
        if ('year' in changed) follow()
      })}
      onFinish={submit}
      scrollToFirstError={{ focus: true }}
    >
      <Figures sold={(plan?.paid ?? 0) > 0} takenUp={plan?.takenUp ?? false} />
      <fieldset className="plain-fieldset">
        <legend>课程</legend>
        <Form.Item name="courses" className={classes.courses} rules={[coursesRule]}>
          <PlanCoursesField readOnly={!mayEdit} />
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
    ...{ type: 'integer', ...planYearRange },
    message: `年度应为 ${planYearRange.min}–${planYearRange.max} 的整数，例如 2027`,
  },
]

const coursesRule: Rule = {
  validator: async (_rule, courses: readonly PlanCourseFields[]) => {
    const problem = courseHoursProblem(courses)
    if (problem) throw new Error(problem)
  },
}

/** Edits year, dates, price, required hours and the trial mark of a plan. */
function Figures({ sold, takenUp }: { sold: boolean; takenUp: boolean }) {
  // `undefined` lets a field follow its form, which is disabled for users without permission.
  const fixed = sold || undefined
  return (
    <>
      <div className={classes.row}>
        <Form.Item name="year" label="年度" rules={yearRules} validateTrigger="onBlur">
          <NumberInput disabled={fixed} />
        </Form.Item>
        <TextItem
          name="title"
          label="计划名称"
          className={classes.wide}
          needed="请填写名称"
          counted="名称"
          limits={planSaveLimits.content.title}
        />
        <NumberFormItem name="price" label="价格（元）" needed within={planPriceRange} input={{ disabled: fixed }} />
      </div>
      <div className={classes.row}>
        <Day name="signStartAt" label="报名开始（当日零点起）" />
        <Day name="signEndAt" label="报名截止（含当日）" />
        <Day name="studyEndAt" label="学习截止（含当日）" />
      </div>
      {/* The year cannot change after the first payment. */}
      {!sold && <PlanYearWarning />}
      <div className={classes.row}>
        <Hours name="professional" label="要求专业科目学时" disabled={fixed} />
        <Hours name="public" label="要求公需科目学时" disabled={fixed} />
      </div>
      <Form.Item
        name="trial"
        valuePropName="checked"
        extra={`证明标注“${trialTexts.tag}”，不作为执业药师学时凭据；有人报名后不能再改。`}
      >
        <Checkbox disabled={takenUp || undefined}>试用计划</Checkbox>
      </Form.Item>
    </>
  )
}

const dayRange = { min: `${planYearRange.min}-01-01`, max: '2199-12-31' }

function Day({ name, label }: { name: string; label: string }) {
  return (
    <Form.Item
      name={name}
      label={label}
      rules={[requiredRule('请填写日期'), dateRule(dayRange)]}
      validateTrigger="onBlur"
    >
      <DateField label={label} {...dayRange} />
    </Form.Item>
  )
}

interface HoursProps {
  name: string
  label: string
  disabled: boolean | undefined
}

function Hours({ name, label, disabled }: HoursProps) {
  return <NumberFormItem name={name} label={label} needed within={requiredHoursRange} input={{ disabled }} />
}
