import { useQuery } from '@tanstack/react-query'
import { pollWhileServerWorks, type TableImportCalls } from '../import-calls.ts'
import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type QuestionImport = StaffOutput<'GET /question_import/v1/state'>
export type QuestionImportRow = StaffOutput<'GET /question_import/v1/rows'>['list'][number]
export type QuestionField = NonNullable<QuestionImport['mapping'][number]>
type QuestionCheck = StaffInput<'POST /question_import/v1/check'>

export type QuestionImportSummary = StaffOutput<'GET /question_import/v1/list'>['list'][number]

export const questionImportsQuery = (input: StaffInput<'GET /question_import/v1/list'>) =>
  staffReadPage('GET /question_import/v1/list', input)

const quiet = { quiet: true }
const renewed = [
  'GET /question_import/v1/state',
  'GET /question_import/v1/rows',
  'GET /question_import/v1/list',
] as const
const bank = ['GET /question/v1/list', 'GET /question/v1/banks'] as const

export const questionImportCalls: TableImportCalls<QuestionCheck, QuestionImport, QuestionImportRow> = {
  useReport: (importId) =>
    useQuery({
      ...staffRead('GET /question_import/v1/state', { importId }),
      refetchInterval: pollWhileServerWorks,
    }),
  useRows: (input) =>
    // Rows change while they are written, so they are always refetched.
    useQuery({ ...staffReadPage('GET /question_import/v1/rows', input), refetchOnMount: 'always' }),
  useCheck: () => useStaffWrite('POST /question_import/v1/check', ['GET /question_import/v1/list'], quiet),
  useRun: () => useStaffWrite('POST /question_import/v1/run', [...renewed, ...bank], quiet),
  useStop: () => useStaffWrite('POST /question_import/v1/stop', renewed, quiet),
  useReturned: () => useStaffWrite('POST /question_import/v1/returned', [], quiet),
}
