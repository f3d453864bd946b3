import 'fake-indexeddb/auto'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { storage } from '../test/storage.ts'
import type { KeptPaper } from './exam-attempt/kept-papers.ts'
import type { Beat } from './lesson-player/state.ts'

/** what a browser's window is, and Node's global object is not */
const window = new EventTarget()
const rows = storage()
vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
vi.stubGlobal('localStorage', rows)
afterAll(() => vi.unstubAllGlobals())

const { keepBeats, keepLastBeats, readKeptBeats } = await import('./lesson-player/kept-beats.ts')
const { forgetPapers, keepPaper, openKept, readKept, readLeft } = await import(
  './exam-attempt/kept-papers.ts'
)
const { tellSignedOut } = await import('./signed-out.ts')

const happens = (type: string, facts: object) =>
  window.dispatchEvent(Object.assign(new Event(type), facts))

const beat: Beat = {
  ...{ id: 'course', lessonId: 'lesson', playSessionId: 's', seq: 1, event: 'hide' },
  ...{ position: 15, intervals: [[0, 15]] },
}

/** The page of a lesson has last words. */
function lastWords(studentId: string): void {
  keepBeats(studentId, { added: [beat], settled: [] })
  keepLastBeats(studentId, [beat])
}

beforeEach(async () => {
  for (const student of ['a', 'b']) await readKeptBeats(student)
})

it('the word of signing out lies nowhere, and is heard by other tabs', () => {
  const written = vi.spyOn(rows, 'setItem')
  tellSignedOut('a')
  expect(written).toHaveBeenCalledExactlyOnceWith('signed-out', 'a')
  expect(rows.getItem('signed-out')).toBeNull()
})

it('signed out in another tab, a page leaves nothing of that student on the device', async () => {
  happens('storage', { key: 'signed-out', newValue: 'a' })
  happens('storage', { key: 'signed-out', newValue: null })
  for (const student of ['a', 'b']) lastWords(student)
  expect(rows.getItem('study-last:a')).toBeNull()
  expect(await readKeptBeats('a')).toEqual([])
  expect(await readKeptBeats('b')).toEqual([beat])
})

const paper: KeptPaper = {
  ...{ attemptId: 'attempt', exam: { signId: 'sign', id: 'course' }, courseTitle: '处方审核' },
  ...{ savedSeq: 0, beacon: '', beaconAt: 0, bellAt: 0, marks: [], current: 0, outcome: null },
}
const typed = { q1: { options: ['a'], at: 1 } }

it('nor does the page of an exam', async () => {
  for (const student of ['a', 'b']) await openKept(student)
  // asked for just before, too
  const keep = (student: string) => keepPaper(student, paper, { typed, settled: {} })
  const before = keep('a')
  happens('storage', { key: 'signed-out', newValue: 'a' })
  await before
  for (const student of ['a', 'b']) await keep(student)
  expect(await readLeft('a')).toEqual([])
  expect(await readLeft('b')).toMatchObject([{ unsaved: typed }])
})

it('nor does it once it has read what lies there again: that, too, is no longer told', async () => {
  await openKept('a')
  await keepPaper('a', paper, { typed, settled: {} })
  expect((await readKept('a'))('attempt').unsaved).toMatchObject(typed)
  happens('storage', { key: 'signed-out', newValue: 'a' })
  expect((await readKept('a'))('attempt').unsaved).toEqual({})
  expect(await keepPaper('a', paper, { typed, settled: {} })).toBe(false)
  await forgetPapers('a')
})

it('what was to be written just before it is not written either', async () => {
  keepBeats('a', { added: [beat], settled: [] })
  happens('storage', { key: 'signed-out', newValue: 'a' })
  // its turn comes after that
  await readKeptBeats('b')
  expect(await readKeptBeats('a')).toEqual([])
})

it('a session that has merely lapsed keeps its beats for the next sign-in', async () => {
  happens('storage', { key: 'user', newValue: null })
  lastWords('a')
  expect(await readKeptBeats('a')).toEqual([beat])
})

it('nor does a page leave any that was put aside while its student signed out', async () => {
  happens('pageshow', { persisted: false })
  lastWords('b')
  happens('pageshow', { persisted: true })
  const other = { ...beat, playSessionId: 't' }
  keepBeats('b', { added: [other], settled: [] })
  expect(await readKeptBeats('b')).toEqual([beat])
})
