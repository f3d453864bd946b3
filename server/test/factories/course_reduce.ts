import { randomBytes, randomUUID } from 'node:crypto'
import type { StaffCalls } from '@ce/contract'
import { addPlan, findPlanByYear } from '../../src/modules/catalogue/service.ts'
import { deps, must, mustStaff } from '../world.ts'
import { uploadStudentFile } from './file.ts'
import { makeStaff, type TestStaff } from './staff.ts'
import { makeStudent, type TestStudent } from './student.ts'

export type ReductionTypeRule = StaffCalls['POST /course_reduce/v1/save_type']['request']['rule']
export type TestReductionType = StaffCalls['POST /course_reduce/v1/save_type']['response']

export const plainReductionRule: ReductionTypeRule = {
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

export function makeReductionReviewer(name = '审核甲'): Promise<TestStaff> {
  return makeStaff({ permissions: ['reduction.read', 'reduction.review', 'reduction.types'], name })
}

export async function makeReductionType(
  staff: TestStaff,
  change: Partial<ReductionTypeRule> = {},
): Promise<TestReductionType> {
  const code = `T${randomBytes(5).toString('hex').toUpperCase()}`
  const rule = { ...plainReductionRule, ...change }
  const input = { id: randomUUID(), version: 0, code, enabled: true, rule }
  return mustStaff('POST /course_reduce/v1/save_type', input, staff.token)
}

export interface TestReductionInput {
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
  input: TestReductionInput
}

export async function makeReductionApplication(
  type: { code: string },
  change: Partial<TestReductionInput> = {},
  who: Partial<Pick<TestReduction, 'student' | 'year'>> = {},
): Promise<TestReduction> {
  const student = who.student ?? (await makeStudent())
  const year = who.year ?? (await makePastYear())
  const attachments = change.attachments ?? [(await uploadStudentFile(student, 'EVIDENCE')).id]
  const input: TestReductionInput = {
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

export async function makeSubmittedReduction(
  type: { code: string },
  change: Partial<TestReductionInput> = {},
  who: Partial<Pick<TestReduction, 'student' | 'year'>> = {},
) {
  const made = await makeReductionApplication(type, change, who)
  const shown = await must('POST /course_reduce/v1/submit', made.input, made.student.token)
  return { ...made, shown, id: shown.id, version: shown.version }
}

/**
 * Makes a plan of a past year that is still open for study, so that reductions can be requested. All tests share it.
 */
export async function makePastYear(year = 2003): Promise<number> {
  const { db } = await deps()
  if (await findPlanByYear(db, year)) return year
  const requirement = { requiredProfessional: 120, requiredPublic: 60, priceFen: 0 }
  const window = { signStartAt: new Date('2003-01-01'), signEndAt: new Date('2150-01-01') }
  const title = `${year} 年度测试计划`
  await addPlan(db, { year, title, ...requirement, ...window, studyEndAt: new Date('2160-01-01') })
  return year
}
