import { searchLimits } from '@ce/contract/search-limits'
import { Form, Input, Select } from 'antd'
import { SearchForm, searchWords } from '../../components/SearchForm.tsx'
import classes from './ProofDesk.module.css'
import type { ProofFilters as Filters } from './use-proof-filter.ts'
import { yearField, yearRule } from './year-field.ts'

const stateOptions = [
  { value: '', label: '全部状态' },
  { value: 'ISSUED', label: '有效' },
  { value: 'REVOKED', label: '已撤销' },
]

/** What a proof is looked for by; sent together on Enter or by the button. */
export function ProofFilters({ filters }: { filters: Filters }) {
  const { filter } = filters
  const year = filters.get('year') ?? ''
  return (
    <SearchForm
      label="查找学时证明"
      className={classes.filters}
      values={{ keyword: filter.keyword ?? '', year, state: filter.state ?? '' }}
      filters={filters}
    >
      <Form.Item name="keyword" rules={[searchWords(searchLimits.proofs)]}>
        <Input
          aria-label="证明编号、核验编号、姓名或资格证书编号"
          placeholder="证明编号、核验编号、姓名或资格证书编号"
          allowClear
        />
      </Form.Item>
      <Form.Item name="year" rules={[yearRule]}>
        <Input aria-label="年度" placeholder="年度" {...yearField} allowClear />
      </Form.Item>
      <Form.Item name="state">
        <Select aria-label="状态" options={stateOptions} />
      </Form.Item>
    </SearchForm>
  )
}
