import { type StaffInput, type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type SiteConstants = StaffOutput<'GET /first_page/v1/site_info'>
export type Swiper = StaffOutput<'GET /first_page/v1/swipers'>[number]
export type Friendlink = StaffOutput<'GET /first_page/v1/friendlinks'>[number]
export type TextKind = StaffInput<'GET /first_page/v1/texts'>['kind']
export type SiteText = StaffOutput<'GET /first_page/v1/texts'>[number]

const quiet = { quiet: true }

export const siteConstantsQuery = () => staffRead('GET /first_page/v1/site_info', {})

export function useSaveSiteInfo() {
  return useStaffWrite(
    'POST /first_page/v1/save_site_info',
    ['GET /first_page/v1/site_info'],
    quiet,
  )
}

export const swipersQuery = () => staffRead('GET /first_page/v1/swipers', {})
const swipers = ['GET /first_page/v1/swipers'] as const

export function useSaveSwiper() {
  return useStaffWrite('POST /first_page/v1/save_swiper', swipers, quiet)
}

export function useRemoveSwiper() {
  return useStaffWrite('POST /first_page/v1/remove_swiper', swipers)
}

export function useOrderSwipers() {
  return useStaffWrite('POST /first_page/v1/order_swipers', swipers)
}

export const friendlinksQuery = () => staffRead('GET /first_page/v1/friendlinks', {})
const friendlinks = ['GET /first_page/v1/friendlinks'] as const

export function useSaveFriendlink() {
  return useStaffWrite('POST /first_page/v1/save_friendlink', friendlinks, quiet)
}

export function useRemoveFriendlink() {
  return useStaffWrite('POST /first_page/v1/remove_friendlink', friendlinks)
}

export function useOrderFriendlinks() {
  return useStaffWrite('POST /first_page/v1/order_friendlinks', friendlinks)
}

/** All versions of the agreement or the privacy policy, the newest first. */
export const textsQuery = (kind: TextKind) => staffRead('GET /first_page/v1/texts', { kind })

export function usePublishText() {
  return useStaffWrite('POST /first_page/v1/publish_text', ['GET /first_page/v1/texts'], quiet)
}
