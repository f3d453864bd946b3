import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestStorage } from '../test/storage.ts'
import type { StoredPaper } from './exam-attempt/stored-papers.ts'
import type { Heartbeat } from './lesson-player/state.ts'

const window = new EventTarget()
const rows = createTestStorage()
vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
vi.stubGlobal('localStorage', rows)
afterAll(() => vi.unstubAllGlobals())

const {
  storeHeartbeats: keepBeats,
  storeLastHeartbeats: keepLastBeats,
  readStoredHeartbeats: readKeptBeats,
} = await import('./lesson-player/stored-heartbeats.ts')
const {
  deleteDraftsOfStudent: forgetPapers,
  storeDraft: keepPaper,
  openLocalDrafts: openKept,
  readLocalDrafts: readKept,
  readUnsentAnswers: readLeft,
} = await import('./exam-attempt/stored-papers.ts')
const { broadcastSignedOut: tellSignedOut } = await import('./signed-out.ts')

const happens = (type: string, facts: object) => window.dispatchEvent(Object.assign(new Event(type), facts))

const beat: Heartbeat = {
  ...{ id: 'course', lessonId: 'lesson', playSessionId: 's', seq: 1, event: 'hide' },
  ...{ position: 15, intervals: [[0, 15]] },
}

/** Opens a lesson page that writes to the device when it closes. */
function lastWords(studentId: string): void {
  keepBeats(studentId, { added: [beat], settled: [] })
  keepLastBeats(studentId, [beat])
}

beforeEach(async () => {
  for (const student of ['a', 'b']) await readKeptBeats(student)
})

it('a sign-out notice is not kept in storage, but other tabs receive it', () => {
  const written = vi.spyOn(rows, 'setItem')
  tellSignedOut('a')
  expect(written).toHaveBeenCalledExactlyOnceWith('signed-out', 'a')
  expect(rows.getItem('signed-out')).toBeNull()
})

it('after a sign-out in another tab a page stores nothing of that student', async () => {
  happens('storage', { key: 'signed-out', newValue: 'a' })
  happens('storage', { key: 'signed-out', newValue: null })
  for (const student of ['a', 'b']) lastWords(student)
  expect(rows.getItem('study-last:a')).toBeNull()
  expect(await readKeptBeats('a')).toEqual([])
  expect(await readKeptBeats('b')).toEqual([beat])
})

const paper: StoredPaper = {
  ...{ attemptId: 'attempt', exam: { signId: 'sign', id: 'course' }, courseTitle: '处方审核' },
  ...{ savedSeq: 0, beacon: '', beaconAt: 0, bellAt: 0, marks: [], current: 0, outcome: null },
}
const typed = { q1: { options: ['a'], at: 1 } }

it('after a sign-out in another tab an exam page stores nothing of that student', async () => {
  for (const student of ['a', 'b']) await openKept(student)
  // The test covers a write that was requested just before sign-out.
  const keep = (student: string) => keepPaper(student, paper, { typed, settled: {} })
  const before = keep('a')
  happens('storage', { key: 'signed-out', newValue: 'a' })
  await before
  for (const student of ['a', 'b']) await keep(student)
  expect(await readLeft('a')).toEqual([])
  expect(await readLeft('b')).toMatchObject([{ unsaved: typed }])
})

it('after a sign-out a page that reads the device again stores nothing of the student', async () => {
  await openKept('a')
  await keepPaper('a', paper, { typed, settled: {} })
  expect((await readKept('a'))('attempt').unsaved).toMatchObject(typed)
  happens('storage', { key: 'signed-out', newValue: 'a' })
  expect((await readKept('a'))('attempt').unsaved).toEqual({})
  expect(await keepPaper('a', paper, { typed, settled: {} })).toBe(false)
  await forgetPapers('a')
})

it('a write that was waiting when the student signed out is dropped', async () => {
  keepBeats('a', { added: [beat], settled: [] })
  happens('storage', { key: 'signed-out', newValue: 'a' })
  // The earlier write is finished by then.
  await readKeptBeats('b')
  expect(await readKeptBeats('a')).toEqual([])
})

it('an expired session keeps its heartbeats for the next sign-in', async () => {
  happens('storage', { key: 'user', newValue: null })
  lastWords('a')
  expect(await readKeptBeats('a')).toEqual([beat])
})

it('a page in the back-forward cache stores nothing of a student who signed out meanwhile', async () => {
  happens('pageshow', { persisted: false })
  lastWords('b')
  happens('pageshow', { persisted: true })
  const other = { ...beat, playSessionId: 't' }
  keepBeats('b', { added: [other], settled: [] })
  expect(await readKeptBeats('b')).toEqual([beat])
})
