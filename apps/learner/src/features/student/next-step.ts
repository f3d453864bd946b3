import type { ClientOutput } from '@ce/client/call.ts'
import { paths } from '../../paths.ts'

export type StudyAnalysis = ClientOutput<'GET /course/v1/my_anlysis'>
export type TodoItem = StudyAnalysis['todo'][number]
export type YearHours = StudyAnalysis['years'][number]

const actions: Record<Exclude<TodoItem['kind'], 'STUDY'>, string> = {
  SIGN: '去报名',
  PAY: '去支付',
  EVALUATE: '去评价',
  EXAM: '去考试',
  PUBLIC_HOURS: '查看学时',
}

/** The label of a course to study. A finished course is listed only after all its exam attempts are used up. */
const studyActions = { TODO: '开始学习', DOING: '继续学习', DONE: '重新学习' } as const

export interface NextStep {
  title: string
  action: string
  to: string
}

export function toNextStep(todo: TodoItem): NextStep {
  const { kind, title } = todo
  const ofYear: Partial<Record<TodoItem['kind'], string>> = {
    SIGN: `报名 ${title}`,
    PAY: `支付 ${title}`,
    PUBLIC_HOURS: `${title}的公需学时`,
  }
  return { title: ofYear[kind] ?? title, action: actionOf(todo), to: placeOf(todo) }
}

function placeOf({ kind, year, signId, id }: TodoItem): string {
  if (kind === 'SIGN') return paths.signYear(year)
  if (kind === 'PAY') return paths.orders()
  if (kind === 'PUBLIC_HOURS' || !signId) return paths.grant()
  if (!id) return paths.course(signId)
  return kind === 'EXAM' ? paths.exam(signId, id) : paths.learn(signId, id)
}

export function rehearsalPathOf({ kind, state, signId, id }: TodoItem): string | undefined {
  const ahead = kind === 'EVALUATE' || (kind === 'STUDY' && state !== 'DONE')
  return ahead && signId && id ? paths.rehearsal(signId, id) : undefined
}

function actionOf({ kind, state, running }: TodoItem): string {
  if (kind === 'STUDY') return studyActions[state ?? 'DOING']
  return running ? '继续考试' : actions[kind]
}

export const todoItemKey = ({ kind, year, id }: TodoItem): string => `${kind}-${year}-${id ?? ''}`

/**
 * Returns the current year, else the newest year that concerns the student: the server lists years to everybody, so
 * closed years without a sign or hours are skipped.
 */
export function currentYearOf(years: readonly YearHours[], now: number): YearHours | undefined {
  return years.find(({ year }) => year === now) ?? years.filter(concerns).toSorted((one, two) => two.year - one.year)[0]
}

function concerns({ planState, signId, earned }: YearHours): boolean {
  return planState === 'OPEN' || signId !== null || earned.professional > 0 || earned.public > 0
}

/** Returns the first task that the student can do; others may have to do the rest. */
export function findFirstTodo(todo: readonly TodoItem[]): TodoItem | undefined {
  return todo.find(({ kind }) => kind !== 'PUBLIC_HOURS')
}

/** Adds what each subject lacks, because a surplus in one subject does not fill the other. */
export function missingHoursTotal({ earned, required }: Pick<YearHours, 'earned' | 'required'>): number {
  return Math.max(0, required.professional - earned.professional) + Math.max(0, required.public - earned.public)
}
