import {
  type StaffInput,
  type StaffOutput,
  staffRead,
  staffReadToEdit,
  useStaffWrite,
} from '../staff-call.ts'

export type SiteConstants = StaffOutput<'GET /first_page/v1/site_info'>
export type Swiper = StaffOutput<'GET /first_page/v1/swipers'>[number]
export type Friendlink = StaffOutput<'GET /first_page/v1/friendlinks'>[number]
export type TextKind = StaffInput<'GET /first_page/v1/texts'>['kind']
export type SiteText = StaffOutput<'GET /first_page/v1/texts'>[number]

const quiet = { quiet: true }

/** As they are edited; visitors get theirs from client/src/first_page.ts. */
export const siteConstantsQuery = () => staffReadToEdit('GET /first_page/v1/site_info', {})

/** Visitors see it at once. */
export function useSaveSiteInfo() {
  return useStaffWrite(
    'POST /first_page/v1/save_site_info',
    ['GET /first_page/v1/site_info'],
    quiet,
  )
}

/** All of them, shown or not, in their order. */
export const swipersQuery = () => staffRead('GET /first_page/v1/swipers', {})
const swipers = ['GET /first_page/v1/swipers'] as const

/** Makes one where `id` is null. */
export function useSaveSwiper() {
  return useStaffWrite('POST /first_page/v1/save_swiper', swipers, quiet)
}

/** For good. */
export function useRemoveSwiper() {
  return useStaffWrite('POST /first_page/v1/remove_swiper', swipers)
}

/** Takes the ids of all, in the new order. */
export function useOrderSwipers() {
  return useStaffWrite('POST /first_page/v1/order_swipers', swipers)
}

/** All of them, in their order. */
export const friendlinksQuery = () => staffRead('GET /first_page/v1/friendlinks', {})
const friendlinks = ['GET /first_page/v1/friendlinks'] as const

/** Makes one where `id` is null. */
export function useSaveFriendlink() {
  return useStaffWrite('POST /first_page/v1/save_friendlink', friendlinks, quiet)
}

/** For good. */
export function useRemoveFriendlink() {
  return useStaffWrite('POST /first_page/v1/remove_friendlink', friendlinks)
}

/** Takes the ids of all, in the new order. */
export function useOrderFriendlinks() {
  return useStaffWrite('POST /first_page/v1/order_friendlinks', friendlinks)
}

/** All versions of the agreement or the privacy policy, the newest first. */
export const textsQuery = (kind: TextKind) => staffRead('GET /first_page/v1/texts', { kind })

const texts = ['GET /first_page/v1/texts'] as const

/** Another editor decides. */
export function useProposeText() {
  return useStaffWrite('POST /first_page/v1/propose_text', texts, quiet)
}

/** Of what another editor proposed. */
export function useDecideText() {
  return useStaffWrite('POST /first_page/v1/decide_text', texts, quiet)
}

/** Takes one's own proposal back, or an approved version before its day. */
export function useWithdrawText() {
  return useStaffWrite('POST /first_page/v1/withdraw_text', texts, quiet)
}
