import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadLinked,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type DeskReduction = StaffOutput<'GET /course_reduce/v1/info'>
export type DeskReductionHead = StaffOutput<'POST /course_reduce/v1/list'>['list'][number]
export type DeskEvidence = DeskReduction['attachments'][number]
export type DeskStep = DeskReduction['steps'][number]
export type ReductionStage = StaffInput<'POST /course_reduce/v1/list'>['stage']
export type StaffReductionType = StaffOutput<'GET /course_reduce/v1/types'>['list'][number]
export type ReductionRule = StaffInput<'POST /course_reduce/v1/save_type'>['rule']
export type BatchOutcome = StaffOutput<'POST /course_reduce/v1/approve_all'>['list']

export const deskReductionsQuery = (input: StaffInput<'POST /course_reduce/v1/list'>) =>
  staffReadPage('POST /course_reduce/v1/list', input)

export const deskReductionQuery = (id: string) =>
  staffReadLinked('GET /course_reduce/v1/info', { id })

export const staffReductionTypesQuery = () => staffRead('GET /course_reduce/v1/types', {})

const renewed = ['POST /course_reduce/v1/list', 'GET /course_reduce/v1/info'] as const
/** the page shows what went wrong itself */
const quiet = { quiet: true }

export const useDecideReduction = () =>
  useStaffWrite('POST /course_reduce/v1/decide', renewed, quiet)
export const useApproveReductions = () =>
  useStaffWrite('POST /course_reduce/v1/approve_all', renewed, quiet)
export const useCheckReduction = () => useStaffWrite('POST /course_reduce/v1/check', renewed, quiet)
export const useReverseReduction = () =>
  useStaffWrite('POST /course_reduce/v1/reverse', renewed, quiet)
export const useSaveReductionType = () =>
  useStaffWrite('POST /course_reduce/v1/save_type', ['GET /course_reduce/v1/types'], quiet)
