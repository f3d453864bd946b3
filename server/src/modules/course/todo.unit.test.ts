import { describe, expect, it } from 'vitest'
import { listTodos, type TodoCourse, type TodoYear } from './todo.ts'

function course(id: string, change: Partial<TodoCourse> = {}): TodoCourse {
  return {
    id,
    title: `课程 ${id}`,
    subject: 'PROFESSIONAL',
    state: 'TODO',
    evaluated: false,
    examState: 'LOCKED',
    ...change,
  }
}

const studied = { state: 'DONE' } as const
const ready = { state: 'DONE', evaluated: true, examState: 'READY' } as const

function year(change: Partial<TodoYear> = {}): TodoYear {
  return {
    year: 2026,
    title: '2026 年度',
    planState: 'OPEN',
    signId: 's',
    signState: 'STUDYING',
    orderNo: null,
    employerPays: false,
    required: { professional: 600, public: 300 },
    earned: { professional: 0, public: 0 },
    courses: [],
    ...change,
  }
}

const steps = (years: TodoYear[], thisYear = 2026) =>
  listTodos(years, thisYear).map((todo) => [todo.kind, todo.id ?? todo.year])

describe('list of next steps', () => {
  it('the next step is to pay an open order, or to sign up for the open plan of this year', () => {
    const unpaid = year({ signState: 'UNPAID', orderNo: 'NO1', courses: [course('a')] })
    expect(listTodos([unpaid], 2026)).toEqual([
      {
        ...{ kind: 'PAY', year: 2026, title: '2026 年度' },
        ...{ signId: 's', id: null, state: null, running: false, orderNo: 'NO1' },
      },
    ])
    expect(steps([{ ...unpaid, employerPays: true }])).toEqual([])
    const unsigned = year({ signId: null, signState: null })
    expect(steps([unsigned])).toEqual([['SIGN', 2026]])
    expect(steps([unsigned], 2027)).toEqual([])
    expect(steps([{ ...unsigned, planState: 'CLOSED' }])).toEqual([])
    expect(steps([{ ...unsigned, planState: 'UPCOMING' }])).toEqual([])
  })

  it.each(['CANCELLED', 'REFUNDED'] as const)('after a %s sign-up the next step is a new sign-up', (signState) => {
    expect(steps([year({ signState, courses: [course('a', ready)] })])).toEqual([['SIGN', 2026]])
  })

  it('next steps list unfinished courses first, then evaluations, then exams', () => {
    const courses = [
      course('passed', { ...ready, examState: 'PASSED' }),
      course('ready', ready),
      course('failed', { ...ready, examState: 'FAILED' }),
      course('studied', studied),
      course('half', { state: 'DOING' }),
      course('new'),
    ]
    expect(steps([year({ courses })])).toEqual([
      ['STUDY', 'half'],
      ['EVALUATE', 'studied'],
      ['EXAM', 'ready'],
      ['EXAM', 'failed'],
    ])
  })

  it('after the last exam attempt the next step is study, and a running exam comes first', () => {
    const exhausted = course('exhausted', { ...ready, examState: 'EXHAUSTED' })
    expect(steps([year({ courses: [exhausted] })])).toEqual([['STUDY', 'exhausted']])
    expect(listTodos([year({ courses: [exhausted] })], 2026)).toMatchObject([{ state: 'DONE' }])
    const running = course('running', { ...ready, examState: 'RUNNING' })
    const old = year({ year: 2025, signState: 'EXPIRED', courses: [running] })
    expect(steps([year({ courses: [exhausted] }), old])).toEqual([
      ['EXAM', 'running'],
      ['STUDY', 'exhausted'],
    ])
    const both = listTodos([old, year({ courses: [course('ready', ready)] })], 2026)
    expect(both.map(({ running }) => running)).toEqual([true, false])
  })

  it('public hours become a next step when the professional hours are complete, even after study time', () => {
    const earned = { professional: 600, public: 290 }
    const courses = [course('surplus'), course('public', { subject: 'PUBLIC' })]
    expect(steps([year({ earned, courses })])).toEqual([
      ['STUDY', 'public'],
      ['PUBLIC_HOURS', 2026],
    ])
    expect(steps([year({ earned, courses, signState: 'EXPIRED' })])).toEqual([['PUBLIC_HOURS', 2026]])
    const full = { professional: 600, public: 300 }
    expect(steps([year({ earned: full, courses, signState: 'COMPLETED' })])).toEqual([])
  })

  it('no study step is listed after study time has ended', () => {
    expect(steps([year({ signState: 'EXPIRED', courses: [course('a')] })])).toEqual([])
  })

  it('next steps of this year come first, then those of the newest year', () => {
    const years = [2024, 2027, 2026, 2025].map((y) => year({ year: y, courses: [course(`${y}`)] }))
    expect(steps(years).map(([, id]) => id)).toEqual(['2026', '2027', '2025', '2024'])
  })
})
