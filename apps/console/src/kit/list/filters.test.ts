import { studentSearchRules } from '@ce/contract/search-limits'
import { expect, it } from 'vitest'
import {
  checkboxFilter,
  choiceFilter,
  dayRangeFilters,
  type ListFilters,
  readFilterValues,
  textFilter,
  viewFilter,
  yearFilter,
} from './filters.ts'

const states = { OPEN: { label: '待处理' }, DONE: { label: '已处理' } }
const filters = {
  keyword: textFilter('姓名', 5),
  phone: textFilter('手机号', undefined, studentSearchRules.phone),
  state: choiceFilter('状态', '全部状态', states),
  view: viewFilter('进度', states, 'OPEN'),
  year: yearFilter(),
  ...dayRangeFilters('日期'),
  waits: checkboxFilter('只看待审核'),
}

const at = (given: Record<string, string>) => readFilterValues(filters, (name) => given[name])

function problems(of: ListFilters, given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(of).flatMap(([name, filter]) => {
      const typed = given[name]
      const problem = typed && filter.problemOf(typed, (other) => given[other])
      return problem ? [[name, problem]] : []
    }),
  )
}

it('filters are parsed for the call, and the first view applies if no filter is set', () => {
  expect(at({ keyword: '药', state: 'DONE', view: 'DONE', year: '２０２６', waits: 'true' })).toEqual({
    ...{ keyword: '药', phone: undefined, state: 'DONE', view: 'DONE', year: 2026 },
    ...{ from: undefined, to: undefined, waits: 'true' },
  })
  expect(at({})).toMatchObject({ state: undefined, view: 'OPEN', year: undefined })
})

it('an invalid state, day or year is not corrected before the call, but an unknown view becomes the first view', () => {
  const wrong = at({ state: 'GONE', year: '0x7EA', from: '2026-02-30', view: 'GONE', waits: '1' })
  expect(wrong).toMatchObject({ state: 'GONE', from: '2026-02-30', view: 'OPEN', waits: undefined })
  expect(wrong.year).toBeNaN()
})

it('a filter that the server would refuse shows its problem', () => {
  const wrong = { keyword: '药药药药药药', phone: '12', state: 'GONE', year: '26', from: '昨天' }
  expect(problems(filters, wrong)).toEqual({
    keyword: '不能超过 5 个字',
    phone: '应为完整的 11 位手机号，或后四位',
    state: '没有这一项，请重新选择',
    year: '年度应为四位数字，如 2026',
    from: '日期请按 2026-03-05 的格式填写',
  })
  expect(problems(filters, { from: '2026-05-02', to: '2026-05-01' })).toEqual({
    to: '不能早于开始日期',
  })
  expect(problems(filters, { keyword: '药', phone: '１３８ 0000 0002', to: '2026-05-01' })).toEqual({})
})
