import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadToEdit, useStaffWrite } from '../staff-call.ts'

export type PlanRow = StaffOutput<'GET /plan/v1/list'>[number]
export type DeskPlan = StaffOutput<'GET /plan/v1/info'>
export type PlanState = PlanRow['state']
export type PlanContent = StaffInput<'POST /plan/v1/save'>['content']

export const planListQuery = () => staffRead('GET /plan/v1/list', {})

/** The plan is removed from the cache with its page and not refetched during editing. */
export const deskPlanQuery = (id: string) => staffReadToEdit('GET /plan/v1/info', { id })

/**
 * Calls to refetch after a write. The open plan is not in the list, because its own page knows of unsaved changes and
 * refetches the plan itself.
 */
const renewed = ['GET /plan/v1/list', 'GET /teaching/v1/courses'] as const
const quiet = { quiet: true }

/** After the first payment, year, price and required hours cannot change. */
export const useSavePlan = () => useStaffWrite('POST /plan/v1/save', renewed, quiet)
/** Students may sign up from the start of the plan's window. */
export const useOpenPlan = () => useStaffWrite('POST /plan/v1/open', renewed, quiet)
export const useClosePlan = () => useStaffWrite('POST /plan/v1/close', renewed, quiet)
/** Only a draft that was never opened can be removed. */
export const useRemovePlan = () => useStaffWrite('POST /plan/v1/remove', renewed)
