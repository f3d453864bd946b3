import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeExam, startTestAttempt, type TestExam } from '../../../test/factories/exam.ts'
import { uploadStudentFile } from '../../../test/factories/file.ts'
import { deps, must } from '../../../test/world.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Settings, SettingsReader } from '../../platform/settings.ts'
import { saveCapture } from './service/capture.ts'
import { readExamInfo } from './service/read.ts'
import { recordExamConsent } from './service/rehearse.ts'
import { startExam } from './service/start.ts'

async function keepingFor(days: number): Promise<Deps> {
  const all = await deps()
  const settings = new SettingsReader(all.db)
  const read = settings.all.bind(settings)
  settings.all = async (): Promise<Settings> => ({
    ...(await read()),
    'exam.captureKeepDays': days,
  })
  return { ...all, settings }
}

async function keptFor(exam: TestExam, days: number): Promise<string> {
  const { db } = await deps()
  const { id } = await uploadStudentFile(exam.sign.student, 'CAPTURE')
  await db
    .updateTable('file')
    .where('id', '=', id)
    .set(({ ref }) => ({
      deleteDueAt: sql<Date>`${ref('createdAt')} + interval '1 day' * ${days}`,
    }))
    .execute()
  return id
}

async function keptDays({ db }: Deps, id: string): Promise<number> {
  const { deleteDueAt, createdAt } = await db
    .selectFrom('file')
    .select(['deleteDueAt', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Math.round((Number(deleteDueAt) - Number(createdAt)) / 86_400_000)
}

it('a changed storage period requires a new consent before an attempt starts', async () => {
  const exam = await makeExam()
  const actor = { studentId: exam.sign.student.id } as Parameters<typeof recordExamConsent>[1]
  const { version } = (await must('GET /exam/v1/info', exam.exam, exam.token)).consent
  expect(version).toMatch(/\/180$/)
  await must('POST /exam/v1/consent', { ...exam.exam, mode: 'CAMERA', version }, exam.token)
  const longer = await keepingFor(365)
  const { consent } = await readExamInfo(longer, actor, exam.exam)
  expect(consent.given).toBeNull()
  expect(consent.text.join('')).toContain('保存 365 天')
  await expect(startExam(longer, actor, exam.exam)).rejects.toMatchObject({
    key: 'exam.consentNeeded',
  })
  const again = { ...exam.exam, mode: 'CAMERA' as const }
  await expect(recordExamConsent(longer, actor, { ...again, version })).rejects.toMatchObject({
    key: 'exam.consentOutdated',
  })
  await recordExamConsent(longer, actor, { ...again, version: consent.version })
  await startExam(longer, actor, exam.exam)
})

it.each([
  { figure: 365, kept: 180 },
  { figure: 90, kept: 90 },
])('a storage setting of $figure days, changed during an attempt, keeps its picture $kept', async (days) => {
  const exam = await makeExam()
  const { attemptId } = await startTestAttempt(exam)
  const id = await keptFor(exam, days.figure)
  const later = await keepingFor(days.figure)
  const actor = { studentId: exam.sign.student.id } as Parameters<typeof saveCapture>[1]
  expect(await saveCapture(later, actor, { attemptId, no: 1, fileId: id })).toEqual({
    accepted: true,
  })
  expect(await keptDays(later, id)).toBe(days.kept)
})

it('an upload that is not accepted as a capture is not stored longer than the student agreed to', async () => {
  const exam = await makeExam({ rules: { randomCaptures: 1 } })
  const { attemptId } = await startTestAttempt(exam)
  const later = await keepingFor(365)
  const [first, soon, second] = [await keptFor(exam, 365), await keptFor(exam, 365), await keptFor(exam, 365)]
  const actor = { studentId: exam.sign.student.id } as Parameters<typeof saveCapture>[1]
  const take = (no: number, fileId: string) => saveCapture(later, actor, { attemptId, no, fileId })
  expect(await take(1, first)).toEqual({ accepted: true })
  expect(await take(2, soon)).toEqual({ accepted: false })
  await expect(take(1, second)).rejects.toMatchObject({ key: 'exam.captureConflict' })
  for (const id of [first, soon, second]) expect(await keptDays(later, id)).toBe(180)
})
