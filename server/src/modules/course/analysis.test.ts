import { randomUUID } from 'node:crypto'
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { completeLessons, creditTestHours, itemAt, makeUnpaidOrder, takeExam } from '../../../test/factories/course.ts'
import { uploadStaffFile } from '../../../test/factories/file.ts'
import { makeSign, type TestSign } from '../../../test/factories/sign.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { deps, must } from '../../../test/world.ts'
import { appNow, type DatabaseSchema } from '../../platform/db/database.ts'
import { addPlan } from '../catalogue/service.ts'
import { myAnlysis } from './service/analysis.ts'
import { learnCourseDetail, myCourse } from './service/learning.ts'
import { courseList, yearList } from './service/sign-up.ts'

const day = 86_400_000

const good = { content: 5, teacher: 4, usefulness: 5, text: '讲得清楚' }

async function analysisOf(student: TestStudent, year: number) {
  const analysis = await must('GET /course/v1/my_anlysis', {}, student.token)
  return {
    ...analysis,
    year: analysis.years.find((row) => row.year === year),
    todo: analysis.todo.filter((row) => row.year === year),
  }
}

describe('my_anlysis', () => {
  it('my_anlysis counts the hours, courses and exams of a year', async () => {
    const sign = await makeSign({ plan: await makePlan({ requiredPublic: 300 }) })
    const { student, plan, signId } = sign
    const id = await completeLessons(sign)
    await must('POST /course/v1/evaluate', { id, ...good }, student.token)
    await takeExam(sign, 0, 20)
    await creditTestHours(student, plan.year, { hours: 25, source: 'REDUCTION', subject: 'PUBLIC' })
    await creditTestHours(student, plan.year, { hours: 105, source: 'RECORD', subject: 'PUBLIC' })
    const { year } = await analysisOf(student, plan.year)
    expect(year).toEqual({
      year: plan.year,
      title: `${plan.year} 年度测试计划`,
      trial: false,
      signId,
      signState: 'STUDYING',
      planState: 'OPEN',
      required: { professional: 12, public: 30 },
      earned: { professional: 6, public: 13 },
      reduced: { professional: 0, public: 2.5 },
      recorded: { professional: 0, public: 10.5 },
      courses: { total: 3, done: 1 },
      exams: { total: 3, passed: 1 },
      proofState: 'INCOMPLETE',
      proofId: null,
      waiting: null,
    })
  })

  it('my_anlysis returns 30 Shanghai days up to today, with empty days', async () => {
    const { db } = await deps()
    const { student, plan } = await makeSign()
    const { studySecondsByDay } = await analysisOf(student, plan.year)
    const { rows } = await sql<{ today: string }>`
      select shanghai_date(app_now()) as today`.execute(db)
    expect(studySecondsByDay).toHaveLength(30)
    expect(studySecondsByDay.at(-1)?.day).toBe(rows[0]?.today)
    const days = studySecondsByDay.map((row) => row.day)
    expect(days).toEqual([...new Set(days)].sort())
    expect(studySecondsByDay.every((row) => row.seconds === 0)).toBe(true)
  })

  it('my_anlysis lists the same years as the proof list', async () => {
    const { db } = await deps()
    const open = await makePlan()
    const now = (await appNow(db)).getTime()
    const window = {
      signStartAt: new Date(now - 3 * day),
      signEndAt: new Date(now - 2 * day),
      studyEndAt: new Date(now - day),
    }
    const closed = await makePlan(window)
    const signed = await makePlan(window)
    const ahead = { signStartAt: new Date(now + day), signEndAt: new Date(now + 2 * day) }
    const upcoming = await makePlan({ ...ahead, studyEndAt: new Date(now + 3 * day) })
    const { student } = await makeSign({ plan: signed })
    await creditTestHours(student, 2001, { hours: 300, source: 'RECORD', subject: 'PUBLIC' })
    const { years } = await must('GET /course/v1/my_anlysis', {}, student.token)
    const grant = await must('GET /certification_grant/v1/query', {}, student.token)
    for (const rows of [years, grant.list]) {
      const shown = rows.map((row) => row.year)
      expect(shown).toEqual(expect.arrayContaining([open.year, closed.year, signed.year, 2001]))
      expect(shown).not.toContain(upcoming.year)
    }
    expect(grant.list.find((row) => row.year === 2001)).toMatchObject({
      title: '2001 年度',
      earned: { public: 30 },
      missing: { professional: 0, public: 0 },
    })
    expect(years.at(-1)).toMatchObject({
      year: 2001,
      planState: 'CLOSED',
      signId: null,
      earned: { public: 30 },
    })
  })

  it('the next step of a student is payment, then study, evaluation, exam and public hours', async () => {
    const plan = await makePlan({ requiredPublic: 100, requiredProfessional: 60, courses: [{}] })
    const sign = await makeSign({ plan, paid: false })
    const { student, signId } = sign
    const { id } = itemAt(sign.courses, 0)
    const todo = async () => (await analysisOf(student, plan.year)).todo
    expect(await todo()).toEqual([])
    const orderNo = await makeUnpaidOrder(sign)
    expect(await todo()).toMatchObject([{ kind: 'PAY', orderNo, signId, id: null }])
    const paid = await makeSign({ student, plan })
    expect(await todo()).toMatchObject([{ kind: 'STUDY', signId, id, state: 'TODO', orderNo: null }])
    await completeLessons(paid)
    expect(await todo()).toMatchObject([{ kind: 'EVALUATE', id }])
    await must('POST /course/v1/evaluate', { id, ...good }, student.token)
    expect(await todo()).toMatchObject([{ kind: 'EXAM', id }])
    await takeExam(paid, 0, 11)
    expect(await todo()).toMatchObject([{ kind: 'EXAM', id }])
    await takeExam(paid, 0, 12)
    expect(await todo()).toMatchObject([{ kind: 'PUBLIC_HOURS', id: null }])
    await creditTestHours(student, plan.year, { hours: 100, source: 'RECORD', subject: 'PUBLIC' })
    expect(await todo()).toEqual([])
  })

  it('the first next step is to sign up for the open plan of the current year', async () => {
    const { db } = await deps()
    const now = await appNow(db)
    const year = new Date(now.getTime() + 8 * 3_600_000).getUTCFullYear()
    const known = await db.selectFrom('plan').select('id').where('year', '=', year).execute()
    if (known.length === 0)
      await addPlan(db, {
        year,
        title: `${year} 年度`,
        signStartAt: new Date(now.getTime() - day),
        signEndAt: new Date(now.getTime() + day),
        studyEndAt: new Date(now.getTime() + day),
        priceFen: 0,
        requiredProfessional: 60,
        requiredPublic: 0,
      })
    const { student, courses } = await makeSign()
    const { todo } = await must('GET /course/v1/my_anlysis', {}, student.token)
    expect(todo).toMatchObject([
      { kind: 'SIGN', year, signId: null },
      { kind: 'STUDY', id: itemAt(courses, 0).id },
    ])
  })
})

describe('years before registration', () => {
  async function yearsOf({ token }: TestStudent) {
    const [analysis, grant, plan, list] = [
      await must('GET /course/v1/my_anlysis', {}, token),
      await must('GET /certification_grant/v1/query', {}, token),
      await must('GET /course/v1/year_plan', {}, token),
      await must('GET /course/v1/year_list', {}, token),
    ]
    const years = (rows: readonly { year: number }[]) => rows.map(({ year }) => year)
    return {
      ...{ analysis: years(analysis.years), grant: years(grant.list), plan: years(plan.list) },
      toSignUp: years(list.list),
    }
  }

  it('years before the registration are not shown as missing, but can be signed up for while open', async () => {
    const { db } = await deps()
    const now = (await appNow(db)).getTime()
    const over = { signStartAt: new Date(now - 2 * day), signEndAt: new Date(now - day) }
    const [closed, open, later] = [await makePlan(over), await makePlan(), await makePlan()]
    const student = await makeStudent()
    const change = (fields: { createdAt?: Date; registrationValidTo?: string }) =>
      db.updateTable('student').set(fields).where('id', '=', student.id).execute()
    await change({ createdAt: new Date(Date.UTC(later.year - 1, 11, 31, 16)) })
    const newcomer = await yearsOf(student)
    for (const years of [newcomer.analysis, newcomer.grant, newcomer.plan]) {
      expect(years).toContain(later.year)
      expect(years.filter((year) => year < later.year)).toEqual([])
    }
    expect(newcomer.toSignUp).toContain(open.year)
    expect(newcomer.toSignUp).not.toContain(closed.year)
    const one = await must('GET /course/v1/year_plan', { year: open.year }, student.token)
    expect(one.list).toMatchObject([{ year: open.year, step: 'SIGN' }])
    await creditTestHours(student, closed.year, { hours: 10, source: 'RECORD', subject: 'PUBLIC' })
    const credited = await yearsOf(student)
    for (const years of Object.values(credited)) expect(years).toContain(closed.year)
    expect(credited.analysis).not.toContain(open.year)
  })

  it('years are shown from the year in which the pharmacist was first registered', async () => {
    const { db } = await deps()
    const [first, second, third] = [await makePlan(), await makePlan(), await makePlan()]
    const student = await makeStudent()
    const createdAt = new Date(Date.UTC(third.year, 5, 1))
    const registrationValidTo = `${second.year + 5}-03-01`
    await db.updateTable('student').set({ createdAt, registrationValidTo }).where('id', '=', student.id).execute()
    const { analysis, grant, plan } = await yearsOf(student)
    for (const years of [analysis, grant, plan]) {
      expect(years).toEqual(expect.arrayContaining([third.year, second.year]))
      expect(years).not.toContain(first.year)
    }
  })

  it('all years are shown for an account that was imported by the association', async () => {
    const { db } = await deps()
    const [first, later] = [await makePlan(), await makePlan()]
    const student = await makeStudent()
    const content = Buffer.from('姓名')
    const clerk = await makeStaff({ permissions: ['student.import'] })
    const file = await uploadStaffFile(clerk.token, { purpose: 'ROSTER', name: 'roster.csv', content })
    const { id: rosterImportId } = await db
      .insertInto('rosterImport')
      .values({
        id: randomUUID(),
        kind: 'STUDENTS',
        fileId: file.id,
        staffId: clerk.id,
        state: 'DONE',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const createdAt = new Date(Date.UTC(later.year, 5, 1))
    await db.updateTable('student').set({ createdAt, rosterImportId }).where('id', '=', student.id).execute()
    for (const years of Object.values(await yearsOf(student)))
      expect(years).toEqual(expect.arrayContaining([later.year, first.year]))
  })
})

describe('number of SQL statements', () => {
  it('the number of SQL statements does not grow with courses and years', async () => {
    const world = await deps()
    let statements = 0
    const db = new Kysely<DatabaseSchema>({
      dialect: new PostgresDialect({ pool: world.pool }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
      log: () => {
        statements += 1
      },
    })
    const measured = { ...world, db }
    const count = async (work: () => Promise<unknown>) => {
      statements = 0
      await work()
      return statements
    }
    const measure = async ({ student, plan, courses }: TestSign) => {
      const actor = { studentId: student.id, tokenHash: '' }
      const page = { year: plan.year, page: 1, pageSize: 100 }
      return {
        years: await count(() => yearList(measured, actor)),
        list: await count(() => courseList(measured, actor, page)),
        mine: await count(() => myCourse(measured, actor)),
        detail: await count(() => learnCourseDetail(measured, actor, { id: itemAt(courses, 0).id })),
        analysis: await count(() => myAnlysis(measured, actor)),
      }
    }
    const small = await makeSign({ plan: await makePlan({ courses: [{}] }) })
    const many = await makePlan({ courses: Array.from({ length: 12 }, () => ({})) })
    const large = await makeSign({ plan: many })
    await makeSign({ student: large.student })
    for (const sign of [small, large]) {
      for (const [index] of sign.courses.entries()) {
        const id = await completeLessons(sign, index)
        await must('POST /course/v1/evaluate', { id, ...good }, sign.student.token)
      }
    }
    const few = await measure(small)
    expect(await measure(large)).toEqual(few)
    for (const statementsOfCall of Object.values(few)) expect(statementsOfCall).toBeLessThan(17)
  })
})
