import { describe, expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import type { TodoItem, YearHours } from './next-step.ts'
import { currentYearOf, findFirstTodo, rehearsalPathOf, toNextStep } from './next-step.ts'

const todo = (change: Partial<TodoItem>): TodoItem => ({
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

describe('next step of the workbench', () => {
  it.each([
    [todo({ kind: 'SIGN', signId: null, id: null }), paths.signYear(2026)],
    [todo({ kind: 'PAY', id: null, orderNo: 'N1' }), paths.orders()],
    [todo({ kind: 'STUDY' }), paths.learn('s', 'c')],
    [todo({ kind: 'STUDY', id: null }), paths.course('s')],
    [todo({ kind: 'EVALUATE' }), paths.learn('s', 'c')],
    [todo({ kind: 'EXAM' }), paths.exam('s', 'c')],
    [todo({ kind: 'PUBLIC_HOURS', id: null }), paths.grant()],
  ])('the next step for %j leads to %s', (item, to) => {
    expect(toNextStep(item).to).toBe(to)
  })

  it('the next step says 开始学习 for new study, 继续学习 for started study and 重新学习 for finished study', () => {
    const action = (state: TodoItem['state']) => toNextStep(todo({ state })).action
    expect(action('TODO')).toBe('开始学习')
    expect(action('DOING')).toBe('继续学习')
    expect(action('DONE')).toBe('重新学习')
  })

  it('the title of the next step names the action for sign-up and payment, and only the course for study', () => {
    const title = (kind: TodoItem['kind']) => toNextStep(todo({ kind, title: '2026 年度' })).title
    expect(title('SIGN')).toBe('报名 2026 年度')
    expect(title('PAY')).toBe('支付 2026 年度')
    expect(title('STUDY')).toBe('2026 年度')
  })

  it('the next step offers to continue a running exam', () => {
    const action = (running: boolean) => toNextStep(todo({ kind: 'EXAM', running })).action
    expect([action(false), action(true)]).toEqual(['去考试', '继续考试'])
  })

  it('the next step offers an exam rehearsal until the exam opens', () => {
    const way = (change: Partial<TodoItem>) => rehearsalPathOf(todo(change))
    expect(way({ state: 'TODO' })).toBe('/exam/s/c#rehearsal')
    expect(way({ kind: 'EVALUATE', state: null })).toBe('/exam/s/c#rehearsal')
    // A course in re-study has already had its exam, so it needs no rehearsal.
    for (const change of [{ state: 'DONE' }, { kind: 'EXAM' }, { kind: 'SIGN' }, { id: null }] as const)
      expect(way(change)).toBeUndefined()
  })

  it('the next step is the first in the server’s order that the student can do', () => {
    const list = [todo({ kind: 'PUBLIC_HOURS' }), todo({ kind: 'EXAM', year: 2025 }), todo({})]
    expect(findFirstTodo(list)).toBe(list[1])
    expect(findFirstTodo([])).toBeUndefined()
  })

  it('the workbench shows this year, or else the newest year of the student', () => {
    const signed = (value: number) => listed({ year: value, signId: 's' })
    expect(currentYearOf([signed(2024), signed(2025)], 2026)?.year).toBe(2025)
    expect(currentYearOf([listed({ year: 2026 }), signed(2027)], 2026)?.year).toBe(2026)
    expect(currentYearOf([], 2026)).toBeUndefined()
  })

  it('the workbench skips closed years in which the student did not take part', () => {
    const closed = listed({ year: 2025 })
    expect(currentYearOf([closed], 2026)).toBeUndefined()
    expect(currentYearOf([closed, listed({ year: 2024, signId: 's' })], 2026)?.year).toBe(2024)
    const recorded = listed({ year: 2023, earned: { professional: 0, public: 3 } })
    expect(currentYearOf([closed, recorded], 2026)?.year).toBe(2023)
    const open = listed({ year: 2027, planState: 'OPEN' })
    expect(currentYearOf([open, closed], 2026)?.year).toBe(2027)
  })
})

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
