import { useQuery } from '@tanstack/react-query'
import { pollWhileServerWorks, type TableImportCalls } from '../import-calls.ts'
import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type RosterImport = StaffOutput<'GET /roster_import/v1/state'>
export type RosterKind = RosterImport['kind']
export type RosterImportRow = StaffOutput<'GET /roster_import/v1/rows'>['list'][number]
export type RosterField = NonNullable<RosterImport['mapping'][number]>
type RosterCheck = StaffInput<'POST /roster_import/v1/check'>

export type RosterImportSummary = StaffOutput<'GET /roster_import/v1/list'>['list'][number]

export const rosterImportsQuery = (input: StaffInput<'GET /roster_import/v1/list'>) =>
  staffReadPage('GET /roster_import/v1/list', input)

const quiet = { quiet: true }
const renewed = ['GET /roster_import/v1/state', 'GET /roster_import/v1/rows', 'GET /roster_import/v1/list'] as const
const students = ['POST /student_desk/v1/list', 'GET /student_desk/v1/info'] as const

export const rosterImportCalls: TableImportCalls<RosterCheck, RosterImport, RosterImportRow> = {
  useReport: (importId) =>
    useQuery({
      ...staffRead('GET /roster_import/v1/state', { importId }),
      refetchInterval: pollWhileServerWorks,
    }),
  useRows: (input) =>
    // Rows change while they are written, so they are always refetched.
    useQuery({ ...staffReadPage('GET /roster_import/v1/rows', input), refetchOnMount: 'always' }),
  useCheck: () => useStaffWrite('POST /roster_import/v1/check', ['GET /roster_import/v1/list'], quiet),
  useRun: () => useStaffWrite('POST /roster_import/v1/run', [...renewed, ...students], quiet),
  useStop: () => useStaffWrite('POST /roster_import/v1/stop', renewed, quiet),
  useReturned: () => useStaffWrite('POST /roster_import/v1/returned', [], quiet),
}

/** The password sheet loads once, and again only after a lost response. */
export const useRosterPasswords = () => useStaffWrite('POST /roster_import/v1/passwords', renewed, quiet)

export type RenewedPassword = StaffOutput<'POST /roster_import/v1/renew_passwords'>['people'][number]

/** Renews passwords of people who never signed in; old ones become invalid. */
export const useRenewRosterPasswords = () => useStaffWrite('POST /roster_import/v1/renew_passwords', renewed, quiet)
