import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import {
  currentYear,
  nextTodo,
  rehearsalOf,
  stepOf,
  type Todo,
  type YearHours,
} from './next-step.ts'

const todo = (change: Partial<Todo>): Todo => ({
  kind: 'STUDY',
  year: 2026,
  title: '处方审核',
  signId: 's',
  id: 'c',
  state: 'DOING',
  running: false,
  orderNo: null,
  ...change,
})

describe('the next step', () => {
  it.each([
    [todo({ kind: 'SIGN', signId: null, id: null }), paths.signYear(2026)],
    [todo({ kind: 'PAY', id: null, orderNo: 'N1' }), paths.orders()],
    [todo({ kind: 'STUDY' }), paths.learn('s', 'c')],
    [todo({ kind: 'STUDY', id: null }), paths.course('s')],
    [todo({ kind: 'EVALUATE' }), paths.learn('s', 'c')],
    [todo({ kind: 'EXAM' }), paths.exam('s', 'c')],
    [todo({ kind: 'PUBLIC_HOURS', id: null }), paths.grant()],
  ])('%j leads to %s', (item, to) => {
    expect(stepOf(item).to).toBe(to)
  })

  it('begins what nobody has studied yet, and goes on with what was begun', () => {
    const action = (state: Todo['state']) => stepOf(todo({ state })).action
    expect(action('TODO')).toBe('开始学习')
    expect(action('DOING')).toBe('继续学习')
    expect(action('DONE')).toBe('重新学习')
  })

  it('says what to do about a year, and of a course its name', () => {
    const title = (kind: Todo['kind']) => stepOf(todo({ kind, title: '2026 年度' })).title
    expect(title('SIGN')).toBe('报名 2026 年度')
    expect(title('PAY')).toBe('支付 2026 年度')
    expect(title('STUDY')).toBe('2026 年度')
  })

  it('goes on with an exam that runs', () => {
    const action = (running: boolean) => stepOf(todo({ kind: 'EXAM', running })).action
    expect([action(false), action(true)]).toEqual(['去考试', '继续考试'])
  })

  it('offers the rehearsal until the exam is open', () => {
    const way = (change: Partial<Todo>) => rehearsalOf(todo(change))
    expect(way({ state: 'TODO' })).toBe('/exam/s/c#rehearsal')
    expect(way({ kind: 'EVALUATE', state: null })).toBe('/exam/s/c#rehearsal')
    // studied again after its exam: that is known already
    for (const change of [
      { state: 'DONE' },
      { kind: 'EXAM' },
      { kind: 'SIGN' },
      { id: null },
    ] as const)
      expect(way(change)).toBeUndefined()
  })

  it('keeps the order of the server, without what only others can do', () => {
    const list = [todo({ kind: 'PUBLIC_HOURS' }), todo({ kind: 'EXAM', year: 2025 }), todo({})]
    expect(nextTodo(list)).toBe(list[1])
    expect(nextTodo([])).toBeUndefined()
  })

  it('is about this year, else the newest the student has part in', () => {
    const signed = (value: number) => listed({ year: value, signId: 's' })
    expect(currentYear([signed(2024), signed(2025)], 2026)?.year).toBe(2025)
    expect(currentYear([listed({ year: 2026 }), signed(2027)], 2026)?.year).toBe(2026)
    expect(currentYear([], 2026)).toBeUndefined()
  })

  it('is not about a year that only others had part in', () => {
    const closed = listed({ year: 2025 })
    expect(currentYear([closed], 2026)).toBeUndefined()
    expect(currentYear([closed, listed({ year: 2024, signId: 's' })], 2026)?.year).toBe(2024)
    const recorded = listed({ year: 2023, earned: { professional: 0, public: 3 } })
    expect(currentYear([closed, recorded], 2026)?.year).toBe(2023)
    const open = listed({ year: 2027, planState: 'OPEN' })
    expect(currentYear([open, closed], 2026)?.year).toBe(2027)
  })
})

/** A year as everybody is shown it, but for what is said. */
function listed(part: Partial<YearHours>): YearHours {
  const none = { professional: 0, public: 0 }
  return {
    ...{ year: 2026, title: '', trial: false, signId: null, signState: null, planState: 'CLOSED' },
    ...{ required: { professional: 60, public: 30 }, earned: none, reduced: none, recorded: none },
    ...{ courses: { total: 0, done: 0 }, exams: { total: 0, passed: 0 } },
    ...{ proofState: 'INCOMPLETE', proofId: null, waiting: null },
    ...part,
  }
}
