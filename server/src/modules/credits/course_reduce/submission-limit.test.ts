import { expect, it } from 'vitest'
import {
  makeReductionApplication,
  makeReductionReviewer,
  makeReductionType,
  type TestReduction,
} from '../../../../test/factories/course_reduce.ts'
import { makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { deps, must, mustStaff, passTime } from '../../../../test/world.ts'
import { SettingsReader } from '../../../platform/settings.ts'
import { saveReduction, submitReduction } from './service/save.ts'

const type = await makeReductionType(await makeReductionReviewer(), { yearCap: null })

const spent = { key: 'reduction.submissionsSpent', detail: { most: 2 } }

async function asFew(write: typeof saveReduction | typeof submitReduction, { student, input }: TestReduction) {
  class Few extends SettingsReader {
    override async all() {
      return { ...(await super.all()), 'reduction.submissionsPerDay': 2 }
    }
  }
  const all = await deps()
  const actor = { studentId: student.id, tokenHash: '' }
  return write({ ...all, settings: new Few(all.db) }, actor, input)
}

let day = 0
function paper(student: TestStudent): Promise<TestReduction> {
  day += 1
  const date = `2003-04-${String(day).padStart(2, '0')}`
  return makeReductionApplication(type, { startDate: date, endDate: date }, { student })
}

const withdraw = (student: TestStudent, { id, version }: { id: string; version: number }) =>
  must('POST /course_reduce/v1/withdraw', { id, version }, student.token)

it('the daily limit of reductions counts drafts and withdrawals, but no repeats or supplements', async () => {
  const student = await makeStudent()
  const waiting = await paper(student)
  const draft = await asFew(saveReduction, await paper(student))
  const kept = await asFew(saveReduction, await paper(student))
  const handedIn = await asFew(submitReduction, waiting)
  await withdraw(student, draft)
  await expect(asFew(submitReduction, await paper(student))).rejects.toMatchObject(spent)
  await expect(asFew(saveReduction, await paper(student))).rejects.toMatchObject(spent)
  const { year, typeCode, subject, hours, startDate, endDate, reason } = kept
  const attachments = kept.attachments.map(({ fileId }) => fileId)
  const content = { year, typeCode, subject, hours, startDate, endDate, reason, attachments }
  const again = { student, year, input: { ...content, id: kept.id, version: kept.version } }
  await expect(asFew(submitReduction, again as TestReduction)).rejects.toMatchObject(spent)
  expect(await asFew(submitReduction, waiting)).toMatchObject({ id: handedIn.id })
  const back = { id: handedIn.id, version: handedIn.version, decision: 'RETURN', opinion: '补首页' }
  const { version } = await mustStaff('POST /course_reduce/v1/decide', back, (await makeReductionReviewer()).token)
  const supplement = { ...waiting, input: { ...waiting.input, version, reason: '补交期刊首页' } }
  const supplemented = await asFew(submitReduction, supplement)
  expect(supplemented).toMatchObject({ state: 'SUBMITTED' })
  await withdraw(student, supplemented)
  await passTime(86_400)
  expect(await asFew(submitReduction, again as TestReduction)).toMatchObject({ state: 'SUBMITTED' })
})

it('concurrent submissions cannot exceed the daily limit of reductions', async () => {
  const student = await makeStudent()
  const papers = [await paper(student), await paper(student), await paper(student)]
  const answers = await Promise.allSettled(papers.map((one) => asFew(submitReduction, one)))
  expect(answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toMatchObject([spent])
})
