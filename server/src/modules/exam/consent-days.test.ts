import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makeExam, sit } from '../../../test/factories/exam.ts'
import { uploadedFile } from '../../../test/factories/file.ts'
import { deps, must } from '../../../test/world.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Settings, SettingsReader } from '../../platform/settings.ts'
import { takeCapture } from './service/capture.ts'
import { giveConsent } from './service/consent.ts'
import { readInfo } from './service/info.ts'
import { startExam } from './service/start.ts'

/** The product as it is once this figure holds; of no account to other tests. */
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

it('another number of days is another consent: asked for anew, and nothing begins without it', async () => {
  const exam = await makeExam()
  const actor = { studentId: exam.sign.student.id } as Parameters<typeof giveConsent>[1]
  const { version } = (await must('GET /exam/v1/info', exam.exam, exam.token)).consent
  expect(version).toMatch(/\/180$/)
  await must('POST /exam/v1/consent', { ...exam.exam, mode: 'CAMERA', version }, exam.token)
  const longer = await keepingFor(365)
  const { consent } = await readInfo(longer, actor, exam.exam)
  expect(consent.given).toBeNull()
  expect(consent.text.join('')).toContain('保存 365 天')
  await expect(startExam(longer, actor, exam.exam)).rejects.toMatchObject({
    key: 'exam.consentNeeded',
  })
  const again = { ...exam.exam, mode: 'CAMERA' as const }
  await expect(giveConsent(longer, actor, { ...again, version })).rejects.toMatchObject({
    key: 'exam.consentOutdated',
  })
  await giveConsent(longer, actor, { ...again, version: consent.version })
  await startExam(longer, actor, exam.exam)
})

it.each([
  { figure: 365, kept: 180 },
  { figure: 90, kept: 90 },
])('a figure of $figure days during a sitting keeps its picture $kept', async (days) => {
  const exam = await makeExam()
  const { attemptId } = await sit(exam)
  const { id } = await uploadedFile(exam.sign.student, 'CAPTURE')
  const later = await keepingFor(days.figure)
  // what the upload has been given by that figure
  const due = later.db.updateTable('file').where('id', '=', id)
  await due
    .set(({ ref }) => ({
      deleteDueAt: sql<Date>`${ref('createdAt')} + interval '1 day' * ${days.figure}`,
    }))
    .execute()
  const actor = { studentId: exam.sign.student.id } as Parameters<typeof takeCapture>[1]
  expect(await takeCapture(later, actor, { attemptId, no: 1, fileId: id })).toEqual({
    accepted: true,
  })
  const { deleteDueAt, createdAt } = await later.db
    .selectFrom('file')
    .select(['deleteDueAt', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Math.round((Number(deleteDueAt) - Number(createdAt)) / 86_400_000)).toBe(days.kept)
})
