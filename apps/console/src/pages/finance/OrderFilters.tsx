import { payTypeNames } from '@ce/contract/state-names'
import { checks } from '@ce/frame/form-rules.ts'
import { orderStates } from '@ce/frame/student/order/order-words.ts'
import { Form, Input, Select } from 'antd'
import { optionsOf } from '../../components/codes.ts'
import { SearchForm } from '../../components/SearchForm.tsx'
import classes from './Finance.module.css'
import type { OrderFilters as Filters } from './use-order-filter.ts'
import { dateWords } from './words.ts'

const says = (pattern: RegExp, msg: string) =>
  checks((value) => (pattern.test(value.trim()) ? null : msg))

const texts = [
  ['number', '订单号、渠道单号或交易号', []],
  ['student', '学员姓名或完整手机号', []],
  ['year', '年度', [says(/^[2-9]\d{3}$/, '四位年度')]],
] as const
const days = [
  ['from', '日期从'],
  ['to', '日期到'],
] as const

/** What an order is looked for by; sent together on Enter or by the button. */
export function OrderFilters({ filters }: { filters: Filters }) {
  const { filter } = filters
  const { status = '', payType = '', dateOf = '', year, ...rest } = filter
  return (
    <SearchForm
      label="查找订单"
      className={classes.filters}
      values={{ ...rest, status, payType, dateOf, year: year?.toString() }}
      filters={filters}
    >
      {texts.map(([name, label, rules]) => (
        <Form.Item key={name} name={name} rules={[...rules]}>
          <Input aria-label={label} placeholder={label} maxLength={64} allowClear />
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
      {days.map(([name, label]) => (
        <Form.Item key={name} name={name}>
          <Input type="date" aria-label={label} prefix={label} />
        </Form.Item>
      ))}
    </SearchForm>
  )
}
