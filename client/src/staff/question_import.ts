import { queryOptions } from '@tanstack/react-query'
import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type QuestionImport = StaffOutput<'GET /question_import/v1/state'>
export type QuestionImportRow = StaffOutput<'GET /question_import/v1/rows'>['list'][number]
export type ColumnMapping = QuestionImport['mapping']
export type QuestionField = NonNullable<ColumnMapping[number]>

const askEveryMs = 1000

/** How an import stands; asked every second while its file is being read. */
export const questionImportQuery = (importId: string) =>
  queryOptions({
    ...staffRead('GET /question_import/v1/state', { importId }),
    refetchInterval: ({ state }) => (state.data?.state === 'READING' ? askEveryMs : false),
  })

/** A page of the report, question by question. */
export const questionImportRowsQuery = (input: StaffInput<'GET /question_import/v1/rows'>) => ({
  ...staffReadPage('GET /question_import/v1/rows', input),
  // what is written meanwhile changes them
  refetchOnMount: 'always' as const,
})

export type QuestionImportHead = StaffOutput<'GET /question_import/v1/list'>['list'][number]

/** Every import, the newest first. */
export const questionImportsQuery = (input: StaffInput<'GET /question_import/v1/list'>) =>
  staffReadPage('GET /question_import/v1/list', input)

/** the page shows what went wrong itself */
const quiet = { quiet: true }

/** A dry run: the file is read and reported on, the bank stays. */
export const useCheckQuestionImport = () =>
  useStaffWrite('POST /question_import/v1/check', [], quiet)

const renewed = ['GET /question_import/v1/state', 'GET /question_import/v1/rows'] as const

/** Stops reading. */
export const useStopQuestionImport = () =>
  useStaffWrite('POST /question_import/v1/stop', renewed, quiet)
/** The rows that were not written, as a workbook to mend. */
export const useReturnedQuestions = () =>
  useStaffWrite('POST /question_import/v1/returned', [], quiet)
/** All that can be imported, or none. */
export const useRunQuestionImport = () =>
  useStaffWrite(
    'POST /question_import/v1/run',
    [...renewed, 'GET /question/v1/list', 'GET /question/v1/banks'],
    quiet,
  )
