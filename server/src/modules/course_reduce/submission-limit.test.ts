import { beforeAll, expect, it } from 'vitest'
import {
  makeApplication,
  makeReviewer,
  makeType,
  type TestReduction,
  type TestType,
} from '../../../test/factories/course_reduce.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { deps, must, mustStaff, passTime } from '../../../test/world.ts'
import { SettingsReader } from '../../platform/settings.ts'
import { saveReduction, submitReduction } from './service/write.ts'

let type: TestType
beforeAll(async () => {
  type = await makeType(await makeReviewer(), { yearCap: null })
})

const spent = { key: 'reduction.submissionsSpent', detail: { most: 2 } }

/** Saves or hands in where a student may hand in two a day. */
async function asFew(
  write: typeof saveReduction | typeof submitReduction,
  { student, input }: TestReduction,
) {
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
/** Another paper each time. */
function paper(student: TestStudent): Promise<TestReduction> {
  day += 1
  const date = `2003-04-${String(day).padStart(2, '0')}`
  return makeApplication(type, { startDate: date, endDate: date }, { student })
}

const withdraw = (student: TestStudent, { id, version }: { id: string; version: number }) =>
  must('POST /course_reduce/v1/withdraw', { id, version }, student.token)

it('is refused to who hands in and takes back all day, drafts too; a repeat, a supplement and taking back never', async () => {
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
  // the same once more, and what a reviewer asked to be supplemented
  expect(await asFew(submitReduction, waiting)).toMatchObject({ id: handedIn.id })
  const back = { id: handedIn.id, version: handedIn.version, decision: 'RETURN', opinion: '补首页' }
  const { version } = await mustStaff(
    'POST /course_reduce/v1/decide',
    back,
    (await makeReviewer()).token,
  )
  const supplement = { ...waiting, input: { ...waiting.input, version, reason: '补交期刊首页' } }
  const supplemented = await asFew(submitReduction, supplement)
  expect(supplemented).toMatchObject({ state: 'SUBMITTED' })
  await withdraw(student, supplemented)
  await passTime(86_400)
  expect(await asFew(submitReduction, again as TestReduction)).toMatchObject({ state: 'SUBMITTED' })
})

it('counts what is handed in all at once one after the other', async () => {
  const student = await makeStudent()
  const papers = [await paper(student), await paper(student), await paper(student)]
  const answers = await Promise.allSettled(papers.map((one) => asFew(submitReduction, one)))
  expect(answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toMatchObject([
    spent,
  ])
})
