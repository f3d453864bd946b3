import { queryOptions } from '@tanstack/react-query'
import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type RosterImport = StaffOutput<'GET /roster_import/v1/state'>
export type RosterKind = RosterImport['kind']
export type RosterImportRow = StaffOutput<'GET /roster_import/v1/rows'>['list'][number]
export type RosterMapping = RosterImport['mapping']
export type RosterField = NonNullable<RosterMapping[number]>

const askEveryMs = 1000
const atWork: readonly RosterImport['state'][] = ['READING', 'WRITING']

/** How an import stands; asked every second while the server is at work on it. */
export const rosterImportQuery = (importId: string) =>
  queryOptions({
    ...staffRead('GET /roster_import/v1/state', { importId }),
    refetchInterval: ({ state }) =>
      state.data && atWork.includes(state.data.state) ? askEveryMs : false,
  })

/** A page of the report, row by row. */
export const rosterRowsQuery = (input: StaffInput<'GET /roster_import/v1/rows'>) => ({
  ...staffReadPage('GET /roster_import/v1/rows', input),
  // what is written meanwhile changes them
  refetchOnMount: 'always' as const,
})

export type RosterImportHead = StaffOutput<'GET /roster_import/v1/list'>['list'][number]

/** Every import, the newest first. */
export const rosterImportsQuery = (input: StaffInput<'GET /roster_import/v1/list'>) =>
  staffReadPage('GET /roster_import/v1/list', input)

/** the page shows what went wrong itself */
const quiet = { quiet: true }
const renewed = [
  'GET /roster_import/v1/state',
  'GET /roster_import/v1/rows',
  'GET /roster_import/v1/list',
] as const

/** A dry run: the sheet is read and reported on, nothing written. */
export const useCheckRoster = () =>
  useStaffWrite('POST /roster_import/v1/check', ['GET /roster_import/v1/list'], quiet)
/** Writes the rows that can be written, in the background. */
export const useRunRoster = () =>
  useStaffWrite(
    'POST /roster_import/v1/run',
    [...renewed, 'POST /student_desk/v1/list', 'GET /student_desk/v1/info'],
    quiet,
  )
/** Stops reading or writing; what is written stays. */
export const useStopRoster = () => useStaffWrite('POST /roster_import/v1/stop', renewed, quiet)
/** The rows that were not written, as a workbook to mend. */
export const useReturnedRoster = () => useStaffWrite('POST /roster_import/v1/returned', [], quiet)
/** The sheet of initial passwords: once, but for a lost answer. */
export const useRosterPasswords = () =>
  useStaffWrite('POST /roster_import/v1/passwords', renewed, quiet)

export type NewPassword = StaffOutput<'POST /roster_import/v1/renew_passwords'>['people'][number]

/** Of people of one import who never signed in; the ones before are good for nothing. */
export const useRenewPasswords = () =>
  useStaffWrite('POST /roster_import/v1/renew_passwords', renewed, quiet)
