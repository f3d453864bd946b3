import { queryOptions } from '@tanstack/react-query'
import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type StudentFilter = Omit<StaffInput<'POST /student_desk/v1/list'>, 'page' | 'pageSize'>
export type StudentSummary = StaffOutput<'POST /student_desk/v1/list'>['list'][number]
export type DeskStudent = StaffOutput<'GET /student_desk/v1/info'>
export type StudentYear = DeskStudent['years'][number]
export type StudentMerge = DeskStudent['merges'][number]
export type SentMessage = StaffOutput<'GET /student_desk/v1/messages'>['list'][number]
export type StudentSecurityEvent = StaffOutput<'GET /student_desk/v1/security_log'>['list'][number]

/** The list is a POST, so that names stay out of addresses. */
export const studentListQuery = (input: StaffInput<'POST /student_desk/v1/list'>) =>
  staffReadPage('POST /student_desk/v1/list', input)

export const studentQuery = (id: string) => staffRead('GET /student_desk/v1/info', { id })

export const securityLogQuery = (input: StaffInput<'GET /student_desk/v1/security_log'>) =>
  staffReadPage('GET /student_desk/v1/security_log', input)

export const sentMessagesQuery = (input: StaffInput<'GET /student_desk/v1/messages'>) =>
  staffReadPage('GET /student_desk/v1/messages', input)

export const studentMergesQuery = (input: StaffInput<'GET /student_desk/v1/merges'>) =>
  staffReadPage('GET /student_desk/v1/merges', input)

/** The merge check is fetched each time, because it must be current. */
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
  'GET /student_desk/v1/messages',
  'GET /student_desk/v1/merges',
] as const
/** The dialogs show errors themselves. */
const quiet = { quiet: true }

export const useRevealStudent = () => useStaffWrite('POST /student_desk/v1/reveal', [], quiet)
export const useResetStudentPassword = () => useStaffWrite('POST /student_desk/v1/reset_password', renewed, quiet)
export const useUnlockStudent = () => useStaffWrite('POST /student_desk/v1/unlock', renewed, quiet)
export const useEndStudentSessions = () => useStaffWrite('POST /student_desk/v1/end_sessions', renewed, quiet)
/** Corrects a student's data. A valid proof is then reissued. */
export const useCorrectStudent = () => useStaffWrite('POST /student_desk/v1/correct', renewed, quiet)
/** Another staff member decides the merge of two accounts (decision 010). */
export const useProposeMerge = () => useStaffWrite('POST /student_desk/v1/propose_merge', renewed, quiet)
export const useDecideMerge = () => useStaffWrite('POST /student_desk/v1/decide_merge', renewed, quiet)
export const useWithdrawMerge = () => useStaffWrite('POST /student_desk/v1/withdraw_merge', renewed)
