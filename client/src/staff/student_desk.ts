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
export type ToldMessage = StaffOutput<'GET /student_desk/v1/messages'>['list'][number]
export type SecurityEvent = StaffOutput<'GET /student_desk/v1/security_log'>['list'][number]

/** A page; who is looked for stands in no address. */
export const studentListQuery = (input: StaffInput<'POST /student_desk/v1/list'>) =>
  staffReadPage('POST /student_desk/v1/list', input)

/** With years, hours, sessions, a lock if there is one, and accounts that may be the same person's. */
export const studentQuery = (id: string) => staffRead('GET /student_desk/v1/info', { id })

/** A page of one student's log. */
export const securityLogQuery = (input: StaffInput<'GET /student_desk/v1/security_log'>) =>
  staffReadPage('GET /student_desk/v1/security_log', input)

/** A page of what one student was told, newest first. */
export const toldMessagesQuery = (input: StaffInput<'GET /student_desk/v1/messages'>) =>
  staffReadPage('GET /student_desk/v1/messages', input)

/** A page; those that wait for the second person first. */
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
  'GET /student_desk/v1/messages',
  'GET /student_desk/v1/merges',
] as const
/** the dialogs show what went wrong themselves */
const quiet = { quiet: true }

/** Phone and ID number in full; each look is written to the audit log. */
export const useRevealStudent = () => useStaffWrite('POST /student_desk/v1/reveal', [], quiet)
/** Answers an initial password that is shown once; every session ends. */
export const useResetStudent = () =>
  useStaffWrite('POST /student_desk/v1/reset_password', renewed, quiet)
/** After too many wrong passwords. */
export const useUnlockStudent = () => useStaffWrite('POST /student_desk/v1/unlock', renewed, quiet)
/** One of them, or all. */
export const useEndStudentSessions = () =>
  useStaffWrite('POST /student_desk/v1/end_sessions', renewed, quiet)
/** A valid proof is issued anew with it. */
export const useCorrectStudent = () =>
  useStaffWrite('POST /student_desk/v1/correct', renewed, quiet)
/** One person's two accounts; another member of staff decides (decision 010). */
export const useProposeMerge = () =>
  useStaffWrite('POST /student_desk/v1/propose_merge', renewed, quiet)
/** Never by whoever proposed it. */
export const useDecideMerge = () =>
  useStaffWrite('POST /student_desk/v1/decide_merge', renewed, quiet)
/** One's own, while nobody has decided. */
export const useWithdrawMerge = () => useStaffWrite('POST /student_desk/v1/withdraw_merge', renewed)
