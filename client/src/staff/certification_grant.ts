import { queryOptions } from '@tanstack/react-query'
import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type ProofFilter = Omit<StaffInput<'POST /certification_grant/v1/list'>, 'page' | 'pageSize'>
export type ProofSummary = StaffOutput<'POST /certification_grant/v1/list'>['list'][number]
export type DeskProof = StaffOutput<'GET /certification_grant/v1/info'>

/** The list is a POST, so that names stay out of addresses. */
export const proofListQuery = (input: StaffInput<'POST /certification_grant/v1/list'>) =>
  staffReadPage('POST /certification_grant/v1/list', input)

export const deskProofQuery = (id: string) => staffRead('GET /certification_grant/v1/info', { id })

const renewed = ['POST /certification_grant/v1/list', 'GET /certification_grant/v1/info'] as const
/** The dialogs show errors themselves. */
const quiet = { quiet: true }

/** Revokes a proof. Its hours stay, and only staff can reissue the proof. */
export const useRevokeProof = () => useStaffWrite('POST /certification_grant/v1/revoke', renewed, quiet)
export const useReissueProof = () => useStaffWrite('POST /certification_grant/v1/reissue', renewed, quiet)
export type LedgerEntry = StaffOutput<'GET /certification_grant/v1/ledger'>['entries'][number]
export const studentLedgerQuery = (studentId: string) => staffRead('GET /certification_grant/v1/ledger', { studentId })
export const useReverseHoursRecord = () =>
  useStaffWrite(
    'POST /certification_grant/v1/reverse_record',
    ['GET /certification_grant/v1/ledger', 'GET /student_desk/v1/info', ...renewed],
    quiet,
  )
export type PrintedProofs = StaffOutput<'GET /certification_grant/v1/print_state'>
/** The print job's state is refetched every second while pages are rendered. */
export const printStateQuery = (id: string) =>
  queryOptions({
    ...staffRead('GET /certification_grant/v1/print_state', { id }),
    refetchInterval: ({ state }) => (state.data?.state === 'WORKING' ? 1000 : false),
    // Fetch the state again at each use, because the address of the file is valid for only ten minutes.
    staleTime: 0,
  })
export const usePrintProofs = () => useStaffWrite('POST /certification_grant/v1/print', [], quiet)
export const useRegulatorExport = () => useStaffWrite('POST /certification_grant/v1/regulator_export', [], quiet)
