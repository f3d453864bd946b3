import { digestPassword } from '@ce/contract/password'
import { sql } from 'kysely'
import { insertInitialQuestions } from '../../src/modules/catalogue/question/service.ts'
import {
  addCourse,
  addPlan,
  addPlanCourse,
  findCourseExamRules,
  findOfferedCourse,
  listLessons,
} from '../../src/modules/catalogue/service.ts'
import { drawPaperFor } from '../../src/modules/exam/service/papers.ts'
import { insertPaper } from '../../src/modules/exam/store/papers.ts'
import { lockOrCreateSign, replaceChosenCourses, setSignsPaidAt } from '../../src/modules/learning/sign/service.ts'
import { acceptAgreements, listMissingAgreements } from '../../src/modules/student/service/agreements.ts'
import { hashPassword } from '../../src/platform/auth/passwords.ts'
import { appNow, inTransaction } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'

export interface ExamWriter {
  token: string
  signCourseId: string
  lessonId: string
  attemptId: string
  questionIds: string[]
}

const options = ['甲', '乙', '丙', '丁'].map((text, at) => ({ id: 'abcd'[at] ?? '', text }))

/** Inserts students in the middle of an exam of 20 questions, because only saving is tested. */
export async function insertExamWriters(deps: Deps, count: number): Promise<ExamWriter[]> {
  const plan = await makePlan(deps)
  // All students share one hash, because a starting server checks all password hashes.
  const passwordHash = await hashPassword(digestPassword('Aa1!secret'))
  const sitters: ExamWriter[] = []
  for (let index = 0; index < count; index += 1)
    sitters.push(await makeSitter(deps, { ...plan, passwordHash }, String(index).padStart(8, '0')))
  return sitters
}

async function makePlan({ db }: Deps) {
  const now = (await appNow(db)).getTime()
  const later = new Date(now + 100 * 86_400_000)
  const planId = await addPlan(db, {
    year: 2190,
    title: '断电测试',
    signStartAt: new Date(now - 1000),
    signEndAt: later,
    studyEndAt: later,
    priceFen: 0,
    requiredProfessional: 10,
    requiredPublic: 0,
  })
  const courseId = await addCourse(db, {
    code: 'kill',
    title: '断电测试',
    intro: '',
    subject: 'PROFESSIONAL',
    coverFileId: null,
    trialSeconds: 0,
    teacher: { name: '张教授', titleCode: 1, employer: '', intro: '' },
    rules: { singleCount: 20, multipleCount: 0, judgeCount: 0 },
    lessons: [{ title: '第 1 讲', kind: 'VIDEO', durationDs: 300, videoFileId: await makeVideo(db) }],
  })
  await insertInitialQuestions(
    db,
    courseId,
    Array.from({ length: 20 }, (_, index) => ({
      type: 'SINGLE' as const,
      difficulty: 1,
      stem: `第 ${index + 1} 题`,
      options,
      answer: ['a'],
      explanation: '',
    })),
  )
  const row = { planId, courseId, position: 1, required: true, hours: 10 }
  const planCourseId = await addPlanCourse(db, row)
  const taught = await findOfferedCourse(db, courseId)
  const versionId = taught?.versionId ?? ''
  const [lesson] = await listLessons(db, [versionId])
  return { planId, planCourseId, versionId, lessonId: lesson?.id ?? '' }
}

async function makeVideo(db: Deps['db']): Promise<string> {
  const file = {
    purpose: 'LESSON',
    storageKey: 'kill/lesson',
    name: 'lesson.mp4',
    mime: 'video/mp4',
    size: 1,
    sha256: Buffer.alloc(32, 1),
  }
  return (await db.insertInto('file').values(file).returning('id').executeTakeFirstOrThrow()).id
}

interface Plan {
  planId: string
  planCourseId: string
  versionId: string
  lessonId: string
}

async function makeSitter(deps: Deps, plan: Plan & { passwordHash: string }, no: string): Promise<ExamWriter> {
  const { db } = deps
  const studentId = await makeStudent(db, no, plan.passwordHash)
  const student = { studentId, tokenHash: '' }
  await acceptAgreements(deps, student, await listMissingAgreements(deps, student))
  const signCourseId = await makeSignCourse(db, studentId, plan)
  const rules = await findCourseExamRules(db, plan.versionId)
  const paper = rules && (await drawPaperFor(db, rules, { signCourseId, round: 1, no: 1, used: 0 }))
  if (!paper) throw new Error('no paper')
  await insertPaper(db, paper)
  const attemptId = paper.id
  await db
    .insertInto('attempt')
    .values({
      id: attemptId,
      signCourseId,
      studentId,
      round: 1,
      no: 1,
      attemptsLeft: paper.attemptsLeft,
      totalPoints: paper.totalPoints,
      mode: 'CAMERA',
      consentVersion: 'kill',
      passMark: 60,
      startedAt: sql`app_now()`,
      deadline: sql`app_now() + interval '1 hour'`,
      logHash: paper.logHash,
    })
    .execute()
  const token = await deps.sessions.issue(db, studentId)
  const { lessonId } = plan
  return {
    token,
    signCourseId,
    lessonId,
    attemptId,
    questionIds: paper.paper.questions.map((question) => question.id),
  }
}

async function makeStudent(db: Deps['db'], no: string, passwordHash: string): Promise<string> {
  const row = {
    name: '测试药师',
    idType: 'PASSPORT' as const,
    idNo: `K${no}`,
    phone: `137${no}`,
    certificateNo: `KILL${no}`,
    passwordHash,
    initialPasswordChanged: true,
  }
  return (await db.insertInto('student').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function makeSignCourse(db: Deps['db'], studentId: string, plan: Plan): Promise<string> {
  const signId = await inTransaction(db, async (tx) => {
    const sign = await lockOrCreateSign(tx, studentId, plan.planId)
    await replaceChosenCourses(tx, [{ signId: sign.id, planCourseIds: [plan.planCourseId] }])
    await setSignsPaidAt(tx, [sign.id])
    return sign.id
  })
  const row = db.selectFrom('signCourse').select('id').where('signId', '=', signId)
  return (await row.executeTakeFirstOrThrow()).id
}
