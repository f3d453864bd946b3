import { checks } from '@ce/frame/form-rules.ts'
import { Form, Input, Select } from 'antd'
import { SearchForm } from '../../components/SearchForm.tsx'
import classes from './StudentDesk.module.css'
import type { StudentFilters as Filters } from './use-student-filter.ts'

const stateOptions = [
  { value: '', label: '全部状态' },
  { value: 'ACTIVE', label: '正常' },
  { value: 'LOCKED', label: '暂时锁定' },
  { value: 'CLOSED', label: '已关闭' },
]

const says = (pattern: RegExp, msg: string) =>
  checks((value) => (pattern.test(value.trim()) ? null : msg))

const texts = [
  ['name', '姓名', []],
  ['phone', '手机号或后四位', [says(/^\d{4}$|^1\d{10}$/, '完整手机号或后四位')]],
  ['idTail', '证件号末四位', [says(/^[0-9A-Za-z)）]{4}$/, '证件号末四位')]],
  ['certificateNo', '资格证书编号', [says(/^[0-9A-Za-z]+$/, '只有字母和数字')]],
  ['employer', '执业单位', []],
] as const

/** What a student is looked for by; sent together on Enter or by the button. */
export function StudentFilters({ filters }: { filters: Filters }) {
  const { filter } = filters
  return (
    <SearchForm
      label="查找学员"
      className={classes.filters}
      values={{ ...filter, state: filter.state ?? '' }}
      filters={filters}
    >
      {texts.map(([name, label, rules]) => (
        <Form.Item key={name} name={name} rules={[...rules]}>
          <Input aria-label={label} placeholder={label} maxLength={50} allowClear />
        </Form.Item>
      ))}
      <Form.Item name="state">
        <Select aria-label="账号状态" options={stateOptions} />
      </Form.Item>
    </SearchForm>
  )
}
