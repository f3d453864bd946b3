import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** 年度计划, with its state by the rules' clock. Hours in tenths, price in fen. */
export type Plan = NonNullable<Awaited<ReturnType<typeof findPlanByYear>>>

const selectPlan = (db: Db) =>
  db.selectFrom('plan').select([
    'id',
    'year',
    'title',
    'signStartAt',
    'signEndAt',
    'studyEndAt',
    'priceFen',
    'requiredProfessional',
    'requiredPublic',
    sql<'UPCOMING' | 'OPEN' | 'CLOSED'>`case when app_now() < sign_start_at then 'UPCOMING'
        when app_now() < sign_end_at then 'OPEN' else 'CLOSED' end`.as('state'),
    sql<boolean>`app_now() < study_end_at`.as('studyOpen'),
  ])

/** Newest year first. */
export function listPlans(db: Db) {
  return selectPlan(db).orderBy('year', 'desc').execute()
}

export function findPlanByYear(db: Db, year: number) {
  return selectPlan(db).where('year', '=', year).executeTakeFirst()
}

export function findPlan(db: Db, id: string) {
  return selectPlan(db).where('id', '=', id).executeTakeFirst()
}

/** A course as a plan offers it: hours (tenths), required or elective, exam rules, teacher, length. */
export type PlanCourse = Awaited<ReturnType<typeof listPlanCourses>>[number]

const selectPlanCourse = (db: Db) =>
  db
    .selectFrom('planCourse')
    .innerJoin('course', 'course.id', 'planCourse.courseId')
    .innerJoin('teacher', 'teacher.id', 'course.teacherId')
    .select([
      'planCourse.id',
      'planCourse.planId',
      'planCourse.courseId',
      'planCourse.position',
      'planCourse.required',
      'planCourse.hours',
      'planCourse.singleCount',
      'planCourse.multipleCount',
      'planCourse.judgeCount',
      'planCourse.pointsEach',
      'planCourse.passMark',
      'planCourse.examSeconds',
      'planCourse.attemptsPerRound',
      'planCourse.randomCaptures',
      'course.code',
      'course.title',
      'course.intro',
      'course.subject',
      'course.coverFileId',
      'course.trialSeconds',
      'teacher.name as teacherName',
      'teacher.titleCode as teacherTitleCode',
      'teacher.employer as teacherEmployer',
      'teacher.intro as teacherIntro',
      sql<number>`(select coalesce(sum(duration_ds), 0)::int from lesson where lesson.course_id = course.id)`.as(
        'durationDs',
      ),
    ])

/** All courses of a plan in their order; at most a few dozen. */
export function listPlanCourses(db: Db, planId: string) {
  return selectPlanCourse(db)
    .where('planCourse.planId', '=', planId)
    .orderBy('planCourse.position')
    .execute()
}

export function findPlanCourse(db: Db, id: string) {
  return selectPlanCourse(db).where('planCourse.id', '=', id).executeTakeFirst()
}

/** A course as itself: what it is, without a year. */
export type Course = Awaited<ReturnType<typeof listCourses>>[number]

const selectCourse = (db: Db) =>
  db
    .selectFrom('course')
    .innerJoin('teacher', 'teacher.id', 'course.teacherId')
    .select([
      'course.id',
      'course.title',
      'course.intro',
      'course.subject',
      'course.coverFileId',
      'course.trialSeconds',
      'teacher.name as teacherName',
      'teacher.titleCode as teacherTitleCode',
      'teacher.employer as teacherEmployer',
      'teacher.intro as teacherIntro',
    ])

export function findCourse(db: Db, courseId: string) {
  return selectCourse(db).where('course.id', '=', courseId).executeTakeFirst()
}

export function listCourses(db: Db, courseIds: string[]) {
  return selectCourse(db).where('course.id', '=', sql<string>`any(${courseIds}::uuid[])`).execute()
}

/** A course that at least one plan offers; one that none does is not shown to anybody. */
export function findOfferedCourse(db: Db, courseId: string) {
  return selectCourse(db)
    .where('course.id', '=', courseId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('planCourse')
          .select('planCourse.id')
          .whereRef('planCourse.courseId', '=', 'course.id'),
      ),
    )
    .executeTakeFirst()
}

export type Lesson = Awaited<ReturnType<typeof listLessons>>[number]

/** Lessons of one or more courses, in order. durationDs: tenths of a second. */
export function listLessons(db: Db, courseIds: string[]) {
  return db
    .selectFrom('lesson')
    .select([
      'id',
      'courseId',
      'position',
      'title',
      'kind',
      'durationDs',
      'videoFileId',
      'lowVideoFileId',
    ])
    .where('courseId', '=', sql<string>`any(${courseIds}::uuid[])`)
    .orderBy('courseId')
    .orderBy('position')
    .execute()
}

export interface NewPlan {
  year: number
  title: string
  signStartAt: Date
  signEndAt: Date
  studyEndAt: Date
  priceFen: number
  /** tenths */
  requiredProfessional: number
  requiredPublic: number
}

export async function insertPlan(db: Db, plan: NewPlan): Promise<string> {
  const { id } = await db.insertInto('plan').values(plan).returning('id').executeTakeFirstOrThrow()
  return id
}

export interface NewCourse {
  code: string
  title: string
  intro: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  coverFileId: string | null
  trialSeconds: number
  teacher: { name: string; titleCode: number; employer: string; intro: string }
  lessons: {
    title: string
    kind: 'VIDEO'
    durationDs: number
    videoFileId: string
    /** the same lesson in a fraction of the data, of the same length */
    lowVideoFileId?: string
  }[]
}

/** A course with its teacher and lessons. */
export async function insertCourse(db: Db, course: NewCourse): Promise<string> {
  const { teacher, lessons, ...fields } = course
  const teacherRow = await db
    .insertInto('teacher')
    .values(teacher)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: courseId } = await db
    .insertInto('course')
    .values({ ...fields, teacherId: teacherRow.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('lesson')
    .values(lessons.map((lesson, index) => ({ ...lesson, courseId, position: index + 1 })))
    .execute()
  return courseId
}

export interface NewPlanCourse {
  planId: string
  courseId: string
  position: number
  required: boolean
  /** tenths */
  hours: number
  singleCount?: number
  multipleCount?: number
  judgeCount?: number
  pointsEach?: number
  passMark?: number
  examSeconds?: number
  attemptsPerRound?: number
  randomCaptures?: number
}

export async function insertPlanCourse(db: Db, row: NewPlanCourse): Promise<string> {
  const { id } = await db
    .insertInto('planCourse')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
