import { orderStates } from '@ce/client/order-text.ts'
import { daySpanProblem, searchLimits } from '@ce/contract/search-limits'
import { payTypeNames } from '@ce/contract/state-names'
import { Form, type FormRule, Input, Select } from 'antd'
import { optionsOf } from '../../components/codes.ts'
import { SearchForm, searchWords } from '../../components/SearchForm.tsx'
import { checks } from '../../kit/form-rules.ts'
import { yearRule } from '../certification_grant/year-field.ts'
import classes from './Finance.module.css'
import type { OrderFilters as Filters } from './use-order-filter.ts'
import { dateWords } from './words.ts'

const words = searchWords(searchLimits.finance)
const texts = [
  ['number', '订单号、渠道单号或交易号', [words]],
  ['student', '学员姓名或完整手机号', [words]],
  ['year', '年度', [yearRule]],
] as const

const afterFrom: FormRule = ({ getFieldValue }) =>
  checks((to) => daySpanProblem(getFieldValue('from'), to))

/** What an order is looked for by; sent together on Enter or by the button. */
export function OrderFilters({ filters }: { filters: Filters }) {
  const { filter } = filters
  const { status = '', payType = '', dateOf = '', year: _year, ...rest } = filter
  return (
    <SearchForm
      label="查找订单"
      className={classes.filters}
      values={{ ...rest, status, payType, dateOf, year: filters.get('year') }}
      filters={filters}
    >
      {texts.map(([name, label, rules]) => (
        <Form.Item key={name} name={name} rules={[...rules]}>
          <Input aria-label={label} placeholder={label} allowClear />
        </Form.Item>
      ))}
      <Form.Item name="status">
        <Select aria-label="订单状态" options={optionsOf(orderStates, '全部状态')} />
      </Form.Item>
      <Form.Item name="payType">
        <Select aria-label="支付方式" options={optionsOf(payTypeNames, '全部支付方式')} />
      </Form.Item>
      <Form.Item name="dateOf">
        <Select aria-label="日期类型" options={optionsOf(dateWords, '按下单日期')} />
      </Form.Item>
      <Form.Item name="from">
        <Input type="date" aria-label="日期从" prefix="日期从" />
      </Form.Item>
      <Form.Item name="to" dependencies={['from']} rules={[afterFrom]}>
        <Input type="date" aria-label="日期到" prefix="日期到" />
      </Form.Item>
    </SearchForm>
  )
}
