import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadLinked, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type DeskReduction = StaffOutput<'GET /course_reduce/v1/info'>
export type DeskReductionSummary = StaffOutput<'POST /course_reduce/v1/list'>['list'][number]
export type DeskReductionEvidence = DeskReduction['attachments'][number]
export type DeskReductionStep = DeskReduction['steps'][number]
export type ReductionStage = StaffInput<'POST /course_reduce/v1/list'>['stage']
export type StaffReductionType = StaffOutput<'GET /course_reduce/v1/types'>['list'][number]
export type ReductionRule = StaffInput<'POST /course_reduce/v1/save_type'>['rule']
export type ReductionBatchOutcome = StaffOutput<'POST /course_reduce/v1/approve_all'>['list']

export const deskReductionsQuery = (input: StaffInput<'POST /course_reduce/v1/list'>) =>
  staffReadPage('POST /course_reduce/v1/list', input)

/** The application is refetched to renew the links of its evidence. */
export const deskReductionQuery = (id: string) => staffReadLinked('GET /course_reduce/v1/info', { id })

export const staffReductionTypesQuery = () => staffRead('GET /course_reduce/v1/types', {})

const renewed = ['POST /course_reduce/v1/list', 'GET /course_reduce/v1/info'] as const
const quiet = { quiet: true }

/** Approval at the last level also credits the hours. */
export const useDecideReduction = () => useStaffWrite('POST /course_reduce/v1/decide', renewed, quiet)
/**
 * Approves several reductions. One that cannot be approved is returned with the reason and does not affect the others.
 */
export const useApproveReductions = () => useStaffWrite('POST /course_reduce/v1/approve_all', renewed, quiet)
/** Records a second check of a decided reduction. Another reviewer checks a sample of them. */
export const useCheckReduction = () => useStaffWrite('POST /course_reduce/v1/check', renewed, quiet)
export const useReverseReduction = () => useStaffWrite('POST /course_reduce/v1/reverse', renewed, quiet)
/** Saves a reduction type. Existing applications keep the rule of the time when they were made (decision 017). */
export const useSaveReductionType = () =>
  useStaffWrite('POST /course_reduce/v1/save_type', ['GET /course_reduce/v1/types'], quiet)
