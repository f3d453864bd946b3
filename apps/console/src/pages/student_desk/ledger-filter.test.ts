import type { LedgerEntry } from '@ce/client/staff/certification_grant.ts'
import { expect, it } from 'vitest'
import { paths } from '../../paths.ts'
import { ledgerEntryLinks } from './ledger-filter.ts'

const entry: LedgerEntry = {
  ...{ seq: 1, year: 2026, subject: 'PROFESSIONAL', source: 'COURSE', hours: 6 },
  ...{ title: '处方审核与调配', reference: null, at: '2026-03-01T16:30:00.000Z' },
  firstAt: null,
  ...{ reversed: false, reverses: null, sitting: null, reductionId: null },
}
const sitting = { attemptId: 'a1', signId: 's1', signCourseId: 'c1' }
const passed: LedgerEntry = {
  ...entry,
  sitting: { ...sitting, lessons: [{ id: 'l1', title: '第一讲' }] },
}
const reduced: LedgerEntry = { ...entry, source: 'REDUCTION', reductionId: 'r1' }
const all = { exams: true, studies: true, reductions: true }
const tos = (...asked: Parameters<typeof ledgerEntryLinks>) => ledgerEntryLinks(...asked).map(({ to }) => to)

it('hours link to their attempt, study or reduction if the reader may open that desk', () => {
  expect(tos(passed, all)).toEqual([paths.examsOne('a1'), paths.study('c1')])
  expect(tos(passed, { ...all, exams: false })).toEqual([paths.study('c1')])
  expect(tos(passed, { ...all, studies: false })).toEqual([paths.examsOne('a1')])
  expect(tos({ ...passed, sitting: { ...sitting, lessons: [] } }, all)).toEqual([paths.examsOne('a1')])
  expect(tos(reduced, all)).toEqual([paths.reduction('r1')])
  expect(tos(reduced, { ...all, reductions: false })).toEqual([])
  expect(tos(entry, all)).toEqual([])
})
