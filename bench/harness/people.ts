import type { Permission } from '@ce/contract'
import { digestPassword } from '@ce/contract/password'
import { insertInitialQuestions } from '../../server/src/modules/catalogue/question/service.ts'
import { addCourse, addPlan, addPlanCourse, type ExamRules } from '../../server/src/modules/catalogue/service.ts'
import {
  listSignCourses,
  lockOrCreateSign,
  replaceChosenCourses,
} from '../../server/src/modules/learning/sign/service.ts'
import { createOrder } from '../../server/src/modules/money/order/service/create.ts'
import { insertStaffAccount } from '../../server/src/modules/office/staff/service/accounts.ts'
import { acceptAgreements, listMissingAgreements } from '../../server/src/modules/student/service/agreements.ts'
import { importStudent } from '../../server/src/modules/student/service/register.ts'
import { systemAuthor } from '../../server/src/platform/audit.ts'
import { inTransaction } from '../../server/src/platform/db/database.ts'
import type { Deps } from '../../server/src/platform/deps.ts'
import type { StaffAtWork } from '../../server/src/platform/staff-calls.ts'

export interface BenchStudent {
  id: string
  token: string
  signId: string
  signCourseId: string
  lessonId: string
}

/** The students are paid by real orders of a free plan, so the nightly money check finds no difference. */
export async function createBenchStudents(
  deps: Deps,
  count: number,
  rules: Partial<ExamRules> = {},
  paid = true,
): Promise<BenchStudent[]> {
  const { planId, planCourseId, courseId, lessonId } = await makePlan(deps, rules, paid ? 0 : 12_000)
  const password = digestPassword('Aa1!secret')
  const make = async (index: number): Promise<BenchStudent> => {
    const no = String(index).padStart(8, '0')
    const id = await importStudent(
      deps.db,
      {
        name: '测试药师',
        idType: 'PASSPORT',
        idNo: `P${no}`,
        phone: `139${no}`,
        certificateNo: `BENCH${no}`,
        employer: '示例大药房',
        titleCode: 0,
        initialPasswordChanged: true,
      },
      password,
    )
    const student = { studentId: id, tokenHash: '' }
    await acceptAgreements(deps, student, await listMissingAgreements(deps, student))
    const token = await deps.sessions.issue(deps.db, id)
    if (paid) await createOrder(deps, student, { year, courseIds: [courseId], payType: 'FREE' })
    else
      await inTransaction(deps.db, async (tx) => {
        const sign = await lockOrCreateSign(tx, id, planId)
        await replaceChosenCourses(tx, [{ signId: sign.id, planCourseIds: [planCourseId] }])
      })
    const [chosen] = await listSignCourses(deps.db, id)
    if (!chosen) throw new Error('the sign has no course')
    return { id, token, signId: chosen.signId, signCourseId: chosen.id, lessonId }
  }
  const students: BenchStudent[] = []
  for (let index = 0; index < count; index += 4)
    students.push(...(await Promise.all([0, 1, 2, 3].filter((by) => index + by < count).map((by) => make(index + by)))))
  return students
}

export async function createBenchStaff(
  { db }: Pick<Deps, 'db'>,
  username: string,
  permissions: readonly Permission[] = [],
): Promise<StaffAtWork> {
  const name = '压测职员'
  const staffId = await inTransaction(db, (tx) =>
    insertStaffAccount(tx, systemAuthor, {
      ...{ username, name, roles: [], mustChangePassword: false },
      passwordHash: 'nobody signs in',
    }),
  )
  const signedIn = { tokenHash: '', ip: '127.0.0.1' }
  return { staffId, username, name, permissions: new Set(permissions), ...signedIn }
}

const day = 86_400_000
const year = 2150

async function makePlan(deps: Deps, rules: Partial<ExamRules>, priceFen: number) {
  const planId = await addPlan(deps.db, {
    year,
    title: '压测计划',
    signStartAt: new Date(Date.now() - day),
    signEndAt: new Date(Date.now() + 100 * day),
    studyEndAt: new Date(Date.now() + 100 * day),
    priceFen,
    requiredProfessional: 60,
    requiredPublic: 0,
  })
  const courseId = await makeCourse(deps, rules)
  const planCourseId = await addPlanCourse(deps.db, {
    planId,
    courseId,
    position: 1,
    required: true,
    hours: 60,
  })
  const { id: lessonId } = await deps.db
    .selectFrom('lesson')
    .select('id')
    .where('courseId', '=', courseId)
    .executeTakeFirstOrThrow()
  return { planId, planCourseId, courseId, lessonId }
}

async function makeCourse(deps: Deps, rules: Partial<ExamRules>): Promise<string> {
  const video = await deps.db
    .insertInto('file')
    .values({
      purpose: 'LESSON',
      storageKey: 'bench/lesson',
      name: 'lesson.mp4',
      mime: 'video/mp4',
      size: 1,
      sha256: Buffer.alloc(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const courseId = await addCourse(deps.db, {
    code: 'bench',
    title: '压测课程',
    intro: '',
    subject: 'PROFESSIONAL',
    coverFileId: null,
    trialSeconds: 0,
    teacher: { name: '张教授', titleCode: 1, employer: '示例大学', intro: '' },
    lessons: [{ title: '第 1 讲', kind: 'VIDEO', durationDs: 9_000_000, videoFileId: video.id }],
    rules,
  })
  await insertInitialQuestions(deps.db, courseId, [
    ...bank('SINGLE', 60),
    ...bank('MULTIPLE', 40),
    ...bank('JUDGE', 20),
  ])
  return courseId
}

function bank(type: 'SINGLE' | 'MULTIPLE' | 'JUDGE', count: number) {
  const texts = type === 'JUDGE' ? ['正确', '错误'] : ['对一', '对二', '错一', '错二']
  return Array.from({ length: count }, (_, index) => ({
    type,
    difficulty: 2,
    stem: `${type} 第 ${index + 1} 题：下列关于药品经营质量管理的说法，正确的是？`,
    options: texts.map((text, at) => ({ id: 'abcd'[at] ?? 'x', text })),
    answer: type === 'MULTIPLE' ? ['a', 'b'] : ['a'],
    explanation: '第一个选项',
  }))
}
