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

/** A page of one stage of the review; who has waited longest first. */
export const deskReductionsQuery = (input: StaffInput<'POST /course_reduce/v1/list'>) =>
  staffReadPage('POST /course_reduce/v1/list', input)

/** With its evidence, whose links are renewed while the page is open. */
export const deskReductionQuery = (id: string) =>
  staffReadLinked('GET /course_reduce/v1/info', { id })

/** The whole dictionary with the rules that hold now. */
export const staffReductionTypesQuery = () => staffRead('GET /course_reduce/v1/types', {})

const renewed = ['POST /course_reduce/v1/list', 'GET /course_reduce/v1/info'] as const
/** the page shows what went wrong itself */
const quiet = { quiet: true }

/** The last level's yes writes the ledger in the same transaction. */
export const useDecideReduction = () =>
  useStaffWrite('POST /course_reduce/v1/decide', renewed, quiet)
/** Many; one that cannot be does not hinder the others, and says why. */
export const useApproveReductions = () =>
  useStaffWrite('POST /course_reduce/v1/approve_all', renewed, quiet)
/** A sample's second look, by another reviewer. */
export const useCheckReduction = () => useStaffWrite('POST /course_reduce/v1/check', renewed, quiet)
/** Takes the hours back; proofs follow. */
export const useReverseReduction = () =>
  useStaffWrite('POST /course_reduce/v1/reverse', renewed, quiet)
/** Applications keep the rule they were made under (decision 017). */
export const useSaveReductionType = () =>
  useStaffWrite('POST /course_reduce/v1/save_type', ['GET /course_reduce/v1/types'], quiet)
