import { randomBytes, randomUUID } from 'node:crypto'
import type { StaffCalls } from '@ce/contract'
import { addPlan, findPlanByYear } from '../../src/modules/catalogue/service.ts'
import { deps, must, mustStaff } from '../world.ts'
import { uploadedFile } from './file.ts'
import { makeStaff, type TestStaff } from './staff.ts'
import { makeStudent, type TestStudent } from './student.ts'

export type Rule = StaffCalls['POST /course_reduce/v1/save_type']['request']['rule']
export type TestType = StaffCalls['POST /course_reduce/v1/save_type']['response']

export const plainRule: Rule = {
  name: '发表论文',
  subjectScope: 'BOTH',
  hoursMode: 'PER_UNIT',
  hours: 3,
  unit: '篇',
  yearCap: 12,
  evidence: '论文首页与期刊目录',
  minFiles: 1,
  applyFrom: null,
  applyTo: null,
  levels: 1,
  samplePercent: 0,
}

/** Who may do everything with reductions, each a person of their own. */
export function makeReviewer(name = '审核甲'): Promise<TestStaff> {
  return makeStaff({ permissions: ['reduction.read', 'reduction.review', 'reduction.types'], name })
}

/** A type nobody else uses: three hours a paper, twelve a year, one level. */
export async function makeType(staff: TestStaff, change: Partial<Rule> = {}): Promise<TestType> {
  const code = `T${randomBytes(5).toString('hex').toUpperCase()}`
  const rule = { ...plainRule, ...change }
  const input = { id: randomUUID(), version: 0, code, enabled: true, rule }
  return mustStaff('POST /course_reduce/v1/save_type', input, staff.token)
}

export interface Application {
  id: string
  version: number
  year: number
  typeCode: string
  subject: 'PROFESSIONAL' | 'PUBLIC'
  hours: number
  startDate: string
  endDate: string
  reason: string
  attachments: string[]
}

export interface TestReduction {
  student: TestStudent
  year: number
  /** what a submission says */
  input: Application
}

/** A student with something to apply for, by a type: three hours for a paper, with one file. */
export async function makeApplication(
  type: { code: string },
  change: Partial<Application> = {},
  who: Partial<Pick<TestReduction, 'student' | 'year'>> = {},
): Promise<TestReduction> {
  const student = who.student ?? (await makeStudent())
  const year = who.year ?? (await pastYear())
  const attachments = change.attachments ?? [(await uploadedFile(student, 'EVIDENCE')).id]
  const input: Application = {
    id: randomUUID(),
    version: 0,
    year,
    typeCode: type.code,
    subject: 'PROFESSIONAL',
    hours: 3,
    startDate: `${year}-03-01`,
    endDate: `${year}-03-02`,
    reason: '在核心期刊发表药学服务论文一篇',
    ...change,
    attachments,
  }
  return { student, year, input }
}

/** The same, handed in. */
export async function makeSubmitted(
  type: { code: string },
  change: Partial<Application> = {},
  who: Partial<Pick<TestReduction, 'student' | 'year'>> = {},
) {
  const made = await makeApplication(type, change, who)
  const shown = await must('POST /course_reduce/v1/submit', made.input, made.student.token)
  return { ...made, shown, id: shown.id, version: shown.version }
}

/**
 * A year that is over for most and still open for study: what was done in it can be applied for. The years of other factories lie in
 * the future. Twelve professional hours, six public ones; one year for everybody, each test has its own students.
 */
export async function pastYear(year = 2003): Promise<number> {
  const { db } = await deps()
  if (await findPlanByYear(db, year)) return year
  const requirement = { requiredProfessional: 120, requiredPublic: 60, priceFen: 0 }
  const window = { signStartAt: new Date('2003-01-01'), signEndAt: new Date('2150-01-01') }
  const title = `${year} 年度测试计划`
  await addPlan(db, { year, title, ...requirement, ...window, studyEndAt: new Date('2160-01-01') })
  return year
}
