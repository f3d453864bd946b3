import { queryOptions } from '@tanstack/react-query'
import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type StudentFilter = Omit<StaffInput<'POST /student_desk/v1/list'>, 'page' | 'pageSize'>
export type StudentHead = StaffOutput<'POST /student_desk/v1/list'>['list'][number]
export type Student = StaffOutput<'GET /student_desk/v1/info'>
export type StudentYear = Student['years'][number]
export type StudentMerge = Student['merges'][number]
export type SecurityEvent = StaffOutput<'GET /student_desk/v1/security_log'>['list'][number]

export const studentListQuery = (input: StaffInput<'POST /student_desk/v1/list'>) =>
  staffReadPage('POST /student_desk/v1/list', input)

export const studentQuery = (id: string) => staffRead('GET /student_desk/v1/info', { id })

export const securityLogQuery = (input: StaffInput<'GET /student_desk/v1/security_log'>) =>
  staffReadPage('GET /student_desk/v1/security_log', input)

export const studentMergesQuery = (input: StaffInput<'GET /student_desk/v1/merges'>) =>
  staffReadPage('GET /student_desk/v1/merges', input)

/** As things stand now: asked anew each time. */
export const mergeCheckQuery = (keptId: string, closedId: string) =>
  queryOptions({
    ...staffRead('GET /student_desk/v1/merge_check', { keptId, closedId }),
    staleTime: 0,
    gcTime: 0,
  })

const renewed = [
  'POST /student_desk/v1/list',
  'GET /student_desk/v1/info',
  'GET /student_desk/v1/security_log',
  'GET /student_desk/v1/merges',
] as const
/** the dialogs show what went wrong themselves */
const quiet = { quiet: true }

export const useRevealStudent = () => useStaffWrite('POST /student_desk/v1/reveal', [], quiet)
export const useResetStudent = () =>
  useStaffWrite('POST /student_desk/v1/reset_password', renewed, quiet)
export const useUnlockStudent = () => useStaffWrite('POST /student_desk/v1/unlock', renewed, quiet)
export const useEndStudentSessions = () =>
  useStaffWrite('POST /student_desk/v1/end_sessions', renewed, quiet)
export const useCorrectStudent = () =>
  useStaffWrite('POST /student_desk/v1/correct', renewed, quiet)
export const useProposeMerge = () =>
  useStaffWrite('POST /student_desk/v1/propose_merge', renewed, quiet)
export const useDecideMerge = () =>
  useStaffWrite('POST /student_desk/v1/decide_merge', renewed, quiet)
export const useWithdrawMerge = () => useStaffWrite('POST /student_desk/v1/withdraw_merge', renewed)
