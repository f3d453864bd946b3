import { searchedNumbers, searchLimits } from '@ce/contract/search-limits'
import { Form, Input, Select } from 'antd'
import { SearchForm, searchWords } from '../../components/SearchForm.tsx'
import { matches } from '../../kit/form-rules.ts'
import classes from './StudentDesk.module.css'
import type { StudentFilters as Filters } from './use-student-filter.ts'

const stateOptions = [
  { value: '', label: '全部状态' },
  { value: 'ACTIVE', label: '正常' },
  { value: 'LOCKED', label: '暂时锁定' },
  { value: 'CLOSED', label: '已合并关闭' },
  { value: 'ERASED', label: '已注销' },
]

const { phone, idTail, certificateNo } = searchedNumbers
const texts = [
  ['name', '姓名', [searchWords(searchLimits.students)]],
  ['phone', '手机号或后四位', [matches(phone)]],
  ['idTail', '证件号末四位', [matches(idTail)]],
  [
    'certificateNo',
    '资格证书编号',
    [matches(certificateNo), searchWords(searchLimits.certificateNo)],
  ],
  ['employer', '执业单位', [searchWords(searchLimits.students)]],
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
          <Input aria-label={label} placeholder={label} allowClear />
        </Form.Item>
      ))}
      <Form.Item name="state">
        <Select aria-label="账号状态" options={stateOptions} />
      </Form.Item>
    </SearchForm>
  )
}
