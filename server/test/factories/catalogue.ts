import { randomBytes, randomUUID } from 'node:crypto'
import { shanghaiDayOf, startOfShanghaiDay } from '@ce/contract/plan-days'
import { sql } from 'kysely'
import { insertInitialQuestions } from '../../src/modules/catalogue/question/service.ts'
import type { PlanColumns } from '../../src/modules/catalogue/service/desk.ts'
import {
  addCourse,
  addPlan,
  addPlanCourse,
  type ExamRules,
  type NewPlanCourse,
} from '../../src/modules/catalogue/service.ts'
import { appNow } from '../../src/platform/db/database.ts'
import { deps } from '../world.ts'

const day = 86_400_000

export interface TestPlan {
  id: string
  year: number
  courses: {
    planCourseId: string
    courseId: string
    lessonIds: string[]
    hours: number
    required: boolean
  }[]
}

const midnight = (at: number) => new Date(startOfShanghaiDay(shanghaiDayOf(at)))

export async function makePlan(
  options: Partial<Omit<PlanColumns, 'year'>> & {
    courses?: (Partial<NewPlanCourse & ExamRules> & { lessonSeconds?: number[]; low?: boolean })[]
  } = {},
): Promise<TestPlan> {
  const { db } = await deps()
  const { courses: wanted, ...plan } = options
  const now = (await appNow(db)).getTime()
  const { rows } = await sql<{ year: number }>`select nextval('test_year')::int as year`.execute(db)
  const year = rows[0]?.year ?? 0
  const id = await addPlan(db, {
    year,
    title: `${year} 年度测试计划`,
    signStartAt: midnight(now - day),
    signEndAt: midnight(now + 400 * day),
    studyEndAt: midnight(now + 430 * day),
    priceFen: 12_000,
    requiredProfessional: 120,
    requiredPublic: 0,
    ...plan,
  })
  const list = wanted ?? [{ required: true }, { required: true }, { required: false }]
  const courses: TestPlan['courses'] = []
  for (const [index, { required = true, hours = 60, ...course }] of list.entries()) {
    const { lessonSeconds, low, ...rules } = course
    const { courseId, lessonIds } = await makeCourse(lessonSeconds, rules, low)
    const row = { required, hours, planId: id, courseId, position: index + 1 }
    courses.push({ ...row, planCourseId: await addPlanCourse(db, row), lessonIds })
  }
  return { id, year, courses }
}

/** Two lessons of 30 s, with 15 + 8 + 7 questions whose first option is always right. */
export async function makeCourse(
  lessonSeconds = [30, 30],
  rules: Partial<ExamRules> = {},
  low = false,
): Promise<{ courseId: string; lessonIds: string[] }> {
  const { db } = await deps()
  const video = await db
    .insertInto('file')
    .values({
      purpose: 'LESSON',
      storageKey: `test/${randomUUID()}`,
      name: 'lesson.mp4',
      mime: 'video/mp4',
      size: 1,
      sha256: randomBytes(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const code = `test-${randomUUID()}`
  const courseId = await addCourse(db, {
    code,
    title: `测试课程 ${code.slice(5, 9)}`,
    intro: '用于测试',
    subject: 'PROFESSIONAL',
    coverFileId: null,
    trialSeconds: 15,
    teacher: { name: '张教授', titleCode: 1, employer: '示例大学', intro: '' },
    lessons: lessonSeconds.map((seconds, index) => ({
      title: `第 ${index + 1} 讲`,
      kind: 'VIDEO' as const,
      durationDs: seconds * 10,
      videoFileId: video.id,
      ...(low ? { lowVideoFileId: video.id } : {}),
    })),
    rules,
  })
  await insertInitialQuestions(db, courseId, [...bank('SINGLE', 15), ...bank('MULTIPLE', 8), ...bank('JUDGE', 7)])
  const lessons = await db
    .selectFrom('lesson')
    .select('id')
    .where('courseId', '=', courseId)
    .orderBy('position')
    .execute()
  return { courseId, lessonIds: lessons.map((lesson) => lesson.id) }
}

function bank(type: 'SINGLE' | 'MULTIPLE' | 'JUDGE', count: number) {
  const texts = type === 'JUDGE' ? ['正确', '错误'] : ['对一', '对二', '错一', '错二']
  return Array.from({ length: count }, (_, index) => ({
    type,
    difficulty: 2,
    stem: `${type} 第 ${index + 1} 题`,
    options: texts.map((text, at) => ({ id: 'abcd'[at] ?? 'x', text })),
    answer: type === 'MULTIPLE' ? ['a', 'b'] : ['a'],
    explanation: type === 'MULTIPLE' ? '故选 AB。' : '故选 A。',
  }))
}

/** From now on nobody can sign up for the plan. */
export async function endSignUp(planId: string): Promise<void> {
  const { db } = await deps()
  await db
    .updateTable('plan')
    .set({ signEndAt: sql`app_now() - interval '1 second'` })
    .where('id', '=', planId)
    .execute()
}
