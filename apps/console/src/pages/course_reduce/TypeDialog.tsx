import {
  type ReductionRule,
  type StaffReductionType,
  useSaveReductionType,
} from '@ce/client/staff/course_reduce.ts'
import { uuid } from '@ce/client/uuid.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { optionsOf } from '../../components/codes.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { needed } from '../../kit/form-rules.ts'
import { NumberInput } from '../../kit/NumberInput.tsx'
import { numberWithin } from '../../kit/number-rule.ts'
import classes from './Reductions.module.css'
import { modeWords, scopeWords } from './words.ts'

type Fields = Omit<ReductionRule, 'unit' | 'applyFrom' | 'applyTo'> & {
  code: string
  enabled: boolean
  unit: string
  applyFrom: string
  applyTo: string
}

const hoursRange = { what: '学时', min: 0.1, max: 300, decimals: 1 }

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
  /** null: a new one */
  type: StaffReductionType | null
  onClose: () => void
}

/** A type and the rule that holds from now on. */
export function TypeDialog({ type, onClose }: TypeDialogProps) {
  const [form] = Form.useForm<Fields>()
  const mode = Form.useWatch('hoursMode', form)
  const save = useSaveReductionType()
  // made once: a repeated save finds the same type
  const [id] = useState(() => type?.id ?? uuid())
  const send = async ({ code, enabled, ...rule }: Fields) => {
    const version = type?.version ?? 0
    await save.mutateAsync({ id, version, code, enabled, rule: ruleOf(rule) })
    showNotice({ kind: 'success', title: '减免类型已保存' })
  }
  return (
    <FormDialog<Fields>
      form={form}
      title={type ? `修改类型：${type.rule.name}` : '新建减免类型'}
      okText="保存"
      initialValues={type ? fieldsOf(type) : newType}
      send={send}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <Form.Item name="name" label="名称" rules={[needed('请填写名称')]} validateTrigger="onBlur">
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="code"
          label="代码"
          rules={[
            needed('请填写代码'),
            { pattern: /^[A-Z][A-Z0-9_]{1,29}$/, message: '大写字母开头，可含数字和下划线' },
          ]}
          validateTrigger="onBlur"
          extra={type ? '建好后不能改。' : '大写字母，如 PAPER；建好后不能改。'}
        >
          <Input maxLength={30} readOnly={type !== null} autoComplete="off" />
        </Form.Item>
        <Form.Item name="subjectScope" label="适用科目">
          <Select options={optionsOf(scopeWords)} />
        </Form.Item>
        <Form.Item name="hoursMode" label="学时计算方式">
          <Select options={optionsOf(modeWords)} />
        </Form.Item>
        {mode !== 'FULL_YEAR' && (
          <Form.Item
            name="hours"
            label={mode === 'PER_UNIT' ? '每件学时' : '每次学时'}
            rules={[{ required: true, message: '请填写学时' }, numberWithin(hoursRange)]}
            validateTrigger="onBlur"
          >
            <NumberInput step={0.5} />
          </Form.Item>
        )}
        {mode === 'PER_UNIT' && (
          <Form.Item
            name="unit"
            label="单位"
            rules={[needed('请填写单位')]}
            extra="如：篇、次、门。"
          >
            <Input maxLength={4} autoComplete="off" />
          </Form.Item>
        )}
        <Form.Item
          name="yearCap"
          label="年度上限（学时）"
          rules={[numberWithin({ ...hoursRange, what: '年度上限' })]}
          validateTrigger="onBlur"
          extra="不填为不限。"
        >
          <NumberInput step={0.5} />
        </Form.Item>
        <Form.Item
          name="minFiles"
          label="最少文件数"
          rules={[numberWithin({ what: '文件数', min: 1, max: 9 })]}
          validateTrigger="onBlur"
        >
          <NumberInput />
        </Form.Item>
        <Form.Item name="applyFrom" label="开始申请" extra="不填为不限。">
          <Input type="date" />
        </Form.Item>
        <Form.Item name="applyTo" label="申请截止" extra="不填为不限。">
          <Input type="date" />
        </Form.Item>
        <Form.Item name="levels" label="审核级数">
          <Select
            options={[
              { value: 1, label: '一级' },
              { value: 2, label: '两级，须不同的人' },
            ]}
          />
        </Form.Item>
        <Form.Item
          name="samplePercent"
          label="抽查比例（%）"
          rules={[numberWithin({ what: '抽查比例', min: 0, max: 100, unit: '%' })]}
          validateTrigger="onBlur"
          extra="通过后随机抽出，由另一人复看。"
        >
          <NumberInput />
        </Form.Item>
      </div>
      <Form.Item
        name="evidence"
        label="需要的佐证材料"
        rules={[needed('请说明需要的佐证材料')]}
        validateTrigger="onBlur"
      >
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
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

/** What a way of reckoning has no use for is not sent along. */
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
