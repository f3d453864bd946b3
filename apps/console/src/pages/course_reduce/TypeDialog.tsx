import type { ReductionRule, StaffReductionType } from '@ce/client/staff/course_reduce.ts'
import { useSaveReductionType } from '@ce/client/staff/course_reduce.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { reductionCodeRule } from '@ce/contract/desk-rules'
import { courseReduceSaveTypeLimits } from '@ce/contract/generated/staff-limits'
import { Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { selectOptionsOf } from '../../components/code-options.ts'
import { DateField, dateRule } from '../../kit/DateField.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { NumberFormItem, TextItem } from '../../kit/FormItems.tsx'
import { contractFieldRule, requiredRule } from '../../kit/form-rules.ts'
import { hoursModeLabels, subjectScopeLabels } from './labels.ts'
import classes from './Reductions.module.css'

type Fields = Omit<ReductionRule, 'unit' | 'applyFrom' | 'applyTo'> & {
  code: string
  enabled: boolean
  unit: string
  applyFrom: string
  applyTo: string
}

const { rule: limits } = courseReduceSaveTypeLimits
const hoursRange = { what: '学时', ...limits.hours, decimals: 1 }

const dates = [
  { name: 'applyFrom', label: '开始申请' },
  { name: 'applyTo', label: '申请截止' },
]

const newType: Partial<Fields> = {
  code: '',
  enabled: true,
  name: '',
  subjectScope: 'BOTH',
  hoursMode: 'FIXED',
  unit: '',
  evidence: '',
  minFiles: 1,
  applyFrom: '',
  applyTo: '',
  levels: 1,
  samplePercent: 10,
}

interface TypeDialogProps {
  type: StaffReductionType | null
  onClose: () => void
}

/** A changed reduction type applies only to later applications. */
export function ReductionTypeDialog({ type, onClose }: TypeDialogProps) {
  const [form] = Form.useForm<Fields>()
  const mode = Form.useWatch('hoursMode', form)
  const save = useSaveReductionType()
  // A repeated save must use the same id.
  const [id] = useState(() => type?.id ?? randomUuid())
  const send = ({ code, enabled, ...rule }: Fields) => {
    const version = type?.version ?? 0
    return save.mutateAsync({ id, version, code, enabled, rule: ruleOf(rule) })
  }
  return (
    <FormDialog<Fields>
      form={form}
      title={type ? `修改类型：${type.rule.name}` : '新建减免类型'}
      okText="保存"
      initialValues={type ? fieldsOf(type) : newType}
      send={send}
      done={{ title: '减免类型已保存' }}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <TextItem name="name" label="名称" needed limits={limits.name} />
        <Form.Item
          name="code"
          label="代码"
          rules={[requiredRule('请填写代码'), contractFieldRule(reductionCodeRule)]}
          validateTrigger="onBlur"
          extra={type ? '建好后不能改。' : '大写字母，如 PAPER；建好后不能改。'}
        >
          <Input readOnly={type !== null} autoComplete="off" />
        </Form.Item>
        <Form.Item name="subjectScope" label="适用科目">
          <Select options={selectOptionsOf(subjectScopeLabels)} />
        </Form.Item>
        <Form.Item name="hoursMode" label="学时计算方式">
          <Select options={selectOptionsOf(hoursModeLabels)} />
        </Form.Item>
        {mode !== 'FULL_YEAR' && (
          <NumberFormItem
            name="hours"
            label={mode === 'PER_UNIT' ? '每件学时' : '每次学时'}
            needed
            within={hoursRange}
            input={{ step: 0.5 }}
          />
        )}
        {mode === 'PER_UNIT' && (
          <Form.Item name="unit" label="单位" rules={[requiredRule('请填写单位')]} extra="如：篇、次、门。">
            <Input maxLength={limits.unit.maxLength} autoComplete="off" />
          </Form.Item>
        )}
        <NumberFormItem
          name="yearCap"
          label="年度上限（学时）"
          within={{ ...hoursRange, what: '年度上限' }}
          extra="不填为不限。"
          input={{ step: 0.5 }}
        />
        <NumberFormItem name="minFiles" label="最少文件数" within={{ what: '文件数', ...limits.minFiles }} />
        {dates.map(({ name, label }) => (
          <Form.Item
            key={name}
            name={name}
            label={label}
            rules={[dateRule()]}
            validateTrigger="onBlur"
            extra="不填为不限。"
          >
            <DateField label={`${label}日期`} />
          </Form.Item>
        ))}
        <Form.Item name="levels" label="审核级数">
          <Select
            options={[
              { value: 1, label: '一级' },
              { value: 2, label: '两级，须不同的人' },
            ]}
          />
        </Form.Item>
        <NumberFormItem
          name="samplePercent"
          label="抽查比例（%）"
          within={{ what: '抽查比例', ...limits.samplePercent, unit: '%' }}
          extra="通过后随机抽出，由另一人复看。"
        />
      </div>
      <TextItem
        name="evidence"
        label="需要的佐证材料"
        needed="请说明需要的佐证材料"
        limits={limits.evidence}
        rows={2}
      />
      <Form.Item name="enabled" valuePropName="checked">
        <Checkbox>启用（学员可以申请）</Checkbox>
      </Form.Item>
    </FormDialog>
  )
}

function fieldsOf({ code, enabled, rule }: StaffReductionType): Partial<Fields> {
  const { unit, applyFrom, applyTo } = rule
  const words = { unit: unit ?? '', applyFrom: applyFrom ?? '', applyTo: applyTo ?? '' }
  return { ...rule, ...words, code, enabled }
}

/** Leaves out fields that the chosen hours mode does not use. */
function ruleOf(fields: Omit<Fields, 'code' | 'enabled'>): ReductionRule {
  const { hoursMode, hours, unit, yearCap, applyFrom, applyTo } = fields
  return {
    ...fields,
    hours: hoursMode === 'FULL_YEAR' ? null : (hours ?? null),
    unit: hoursMode === 'PER_UNIT' ? unit : null,
    yearCap: yearCap ?? null,
    applyFrom: applyFrom || null,
    applyTo: applyTo || null,
  }
}
