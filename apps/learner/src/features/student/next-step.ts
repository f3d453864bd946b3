import type { Output } from '@ce/client/call.ts'
import { paths } from '../../paths.ts'

export type Analysis = Output<'GET /course/v1/my_anlysis'>
export type Todo = Analysis['todo'][number]
export type YearHours = Analysis['years'][number]

const actions: Record<Exclude<Todo['kind'], 'STUDY'>, string> = {
  SIGN: '去报名',
  PAY: '去支付',
  EVALUATE: '去评价',
  EXAM: '去考试',
  PUBLIC_HOURS: '查看学时',
}

/** By how far the course is: one that is wholly studied is asked for again after its exam was exhausted. */
const studyActions = { TODO: '开始学习', DOING: '继续学习', DONE: '重新学习' } as const

export interface Step {
  /** what there is to do: the name of a course, but a year's name alone says it not */
  title: string
  action: string
  to: string
}

/** A thing to do, its button, and where it leads. */
export function stepOf(todo: Todo): Step {
  const { kind, title } = todo
  const ofYear: Partial<Record<Todo['kind'], string>> = {
    SIGN: `报名 ${title}`,
    PAY: `支付 ${title}`,
    PUBLIC_HOURS: `${title}的公需学时`,
  }
  return { title: ofYear[kind] ?? title, action: actionOf(todo), to: placeOf(todo) }
}

function placeOf({ kind, year, signId, id }: Todo): string {
  if (kind === 'SIGN') return paths.signYear(year)
  if (kind === 'PAY') return paths.orders()
  if (kind === 'PUBLIC_HOURS' || !signId) return paths.grant()
  if (!id) return paths.course(signId)
  return kind === 'EXAM' ? paths.exam(signId, id) : paths.learn(signId, id)
}

/** The way to 考前自检 while the exam of what is to be done has still to open; undefined: there is nothing to rehearse. */
export function rehearsalOf({ kind, state, signId, id }: Todo): string | undefined {
  const ahead = kind === 'EVALUATE' || (kind === 'STUDY' && state !== 'DONE')
  return ahead && signId && id ? paths.rehearsal(signId, id) : undefined
}

function actionOf({ kind, state, running }: Todo): string {
  if (kind === 'STUDY') return studyActions[state ?? 'DOING']
  return running ? '继续考试' : actions[kind]
}

/** A key that tells things to do apart. */
export const todoKey = ({ kind, year, id }: Todo): string => `${kind}-${year}-${id ?? ''}`

/**
 * The year the workbench is about: this one, else the newest the student has part in or may sign up for. Years are listed to
 * everybody once they are closed; they are nothing to who has neither a sign nor hours in them.
 */
export function currentYear(years: readonly YearHours[], now: number): YearHours | undefined {
  return (
    years.find(({ year }) => year === now) ??
    years.filter(concerns).toSorted((one, two) => two.year - one.year)[0]
  )
}

function concerns({ planState, signId, earned }: YearHours): boolean {
  return planState === 'OPEN' || signId !== null || earned.professional > 0 || earned.public > 0
}

/** What to do next: the first in the server's order, but never the one only others can do. */
export function nextTodo(todo: readonly Todo[]): Todo | undefined {
  return todo.find(({ kind }) => kind !== 'PUBLIC_HOURS')
}

/** The hours a year lacks in both buckets; more of one makes up for nothing in the other. */
export function missingHours({ earned, required }: Pick<YearHours, 'earned' | 'required'>): number {
  return (
    Math.max(0, required.professional - earned.professional) +
    Math.max(0, required.public - earned.public)
  )
}
