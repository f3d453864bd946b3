import { queryOptions } from '@tanstack/react-query'
import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type ProofFilter = Omit<StaffInput<'POST /certification_grant/v1/list'>, 'page' | 'pageSize'>
export type ProofHead = StaffOutput<'POST /certification_grant/v1/list'>['list'][number]
export type DeskProof = StaffOutput<'GET /certification_grant/v1/info'>

/** A page; who is looked for stands in no address. */
export const proofListQuery = (input: StaffInput<'POST /certification_grant/v1/list'>) =>
  staffReadPage('POST /certification_grant/v1/list', input)

/** With every proof this student had of the year. */
export const deskProofQuery = (id: string) => staffRead('GET /certification_grant/v1/info', { id })

const renewed = ['POST /certification_grant/v1/list', 'GET /certification_grant/v1/info'] as const
/** the dialogs show what went wrong themselves */
const quiet = { quiet: true }

/** Hours stay; none is issued by itself until somebody issues it anew. */
export const useRevokeProof = () =>
  useStaffWrite('POST /certification_grant/v1/revoke', renewed, quiet)
/** Revokes it and issues one of today's data; answers the new one. */
export const useReissueProof = () =>
  useStaffWrite('POST /certification_grant/v1/reissue', renewed, quiet)
export type LedgerEntry = StaffOutput<'GET /certification_grant/v1/ledger'>['entries'][number]
/** Every entry of a student's hours, the newest first. */
export const studentLedgerQuery = (studentId: string) =>
  staffRead('GET /certification_grant/v1/ledger', { studentId })
/** Takes one record of public hours back, with the proof that stood on it. */
export const useReverseRecord = () =>
  useStaffWrite(
    'POST /certification_grant/v1/reverse_record',
    ['GET /certification_grant/v1/ledger', 'GET /student_desk/v1/info', ...renewed],
    quiet,
  )
export type PrintedProofs = StaffOutput<'GET /certification_grant/v1/print_state'>
/** asked every second while pages are drawn */
export const printStateQuery = (id: string) =>
  queryOptions({
    ...staffRead('GET /certification_grant/v1/print_state', { id }),
    refetchInterval: ({ state }) => (state.data?.state === 'WORKING' ? 1000 : false),
    // its address is good for ten minutes
    staleTime: 0,
  })
/** Begins a batch; printStateQuery follows it. */
export const usePrintProofs = () => useStaffWrite('POST /certification_grant/v1/print', [], quiet)
/** A year's hours with whole ID numbers, as a file; written to the audit log. */
export const useRegulatorExport = () =>
  useStaffWrite('POST /certification_grant/v1/regulator_export', [], quiet)
