import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffRead, staffReadToEdit, useStaffWrite } from '../staff-call.ts'

export type SiteConstants = StaffOutput<'GET /first_page/v1/site_info'>
export type Swiper = StaffOutput<'GET /first_page/v1/swipers'>[number]
export type Friendlink = StaffOutput<'GET /first_page/v1/friendlinks'>[number]
export type LegalTextKind = StaffInput<'GET /first_page/v1/texts'>['kind']
export type LegalTextVersion = StaffOutput<'GET /first_page/v1/texts'>[number]

const quiet = { quiet: true }

/** The console edits these constants; visitors use client/src/first_page.ts. */
export const siteConstantsQuery = () => staffReadToEdit('GET /first_page/v1/site_info', {})

/** Visitors see changed site info immediately. */
export function useSaveSiteInfo() {
  return useStaffWrite('POST /first_page/v1/save_site_info', ['GET /first_page/v1/site_info'], quiet)
}

export const swipersQuery = () => staffRead('GET /first_page/v1/swipers', {})
const swipers = ['GET /first_page/v1/swipers'] as const

export function useSaveSwiper() {
  return useStaffWrite('POST /first_page/v1/save_swiper', swipers, quiet)
}

export function useRemoveSwiper() {
  return useStaffWrite('POST /first_page/v1/remove_swiper', swipers)
}

export function useReorderSwipers() {
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

export function useReorderFriendlinks() {
  return useStaffWrite('POST /first_page/v1/order_friendlinks', friendlinks)
}

export const legalTextsQuery = (kind: LegalTextKind) => staffRead('GET /first_page/v1/texts', { kind })

const texts = ['GET /first_page/v1/texts'] as const

export function useProposeLegalText() {
  return useStaffWrite('POST /first_page/v1/propose_text', texts, quiet)
}

export function useDecideLegalText() {
  return useStaffWrite('POST /first_page/v1/decide_text', texts, quiet)
}

export function useWithdrawLegalText() {
  return useStaffWrite('POST /first_page/v1/withdraw_text', texts, quiet)
}
