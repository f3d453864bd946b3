import { checks } from '@ce/frame/form-rules.ts'
import { Form, Input, Select } from 'antd'
import { SearchForm } from '../../components/SearchForm.tsx'
import classes from './ProofDesk.module.css'
import type { ProofFilters as Filters } from './use-proof-filter.ts'

const stateOptions = [
  { value: '', label: '全部状态' },
  { value: 'ISSUED', label: '有效' },
  { value: 'REVOKED', label: '已撤销' },
]
const yearRule = checks((value) =>
  /^20\d\d$/.test(value.trim()) || !value.trim() ? null : '年度应为四位数字，如 2026',
)

/** What a proof is looked for by; sent together on Enter or by the button. */
export function ProofFilters({ filters }: { filters: Filters }) {
  const { filter } = filters
  const year = filter.year === undefined ? '' : String(filter.year)
  return (
    <SearchForm
      label="查找学时证明"
      className={classes.filters}
      values={{ keyword: filter.keyword ?? '', year, state: filter.state ?? '' }}
      filters={filters}
    >
      <Form.Item name="keyword">
        <Input
          aria-label="证明编号、核验编号、姓名或资格证书编号"
          placeholder="证明编号、核验编号、姓名或资格证书编号"
          maxLength={50}
          allowClear
        />
      </Form.Item>
      <Form.Item name="year" rules={[yearRule]}>
        <Input aria-label="年度" placeholder="年度" maxLength={4} inputMode="numeric" allowClear />
      </Form.Item>
      <Form.Item name="state">
        <Select aria-label="状态" options={stateOptions} />
      </Form.Item>
    </SearchForm>
  )
}
