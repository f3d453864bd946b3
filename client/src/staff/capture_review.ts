import { queryOptions } from '@tanstack/react-query'
import {
  type StaffInput,
  type StaffOutput,
  staffReadLinked,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type CaptureHead = StaffOutput<'GET /capture_review/v1/list'>['list'][number]
export type CaptureAttempt = StaffOutput<'GET /capture_review/v1/info'>
export type CaptureReview = CaptureAttempt['reviews'][number]
export type ReviewState = CaptureHead['state']
export type InnocentCause = CaptureReview['causes'][number]

/** A page of sittings that are 待核查: not looked at, waiting for the second person, or done. */
export const captureListQuery = (input: StaffInput<'GET /capture_review/v1/list'>) =>
  staffReadPage('GET /capture_review/v1/list', input)

/** With its pictures; gone from memory with the page. */
export const captureAttemptQuery = (attemptId: string) =>
  queryOptions({
    ...staffReadLinked('GET /capture_review/v1/info', { attemptId }),
    // faces do not stay in memory after the page
    gcTime: 0,
  })

/** What stands beside an attempt in the list it was opened from. */
export const captureNeighboursQuery = (input: StaffInput<'GET /capture_review/v1/neighbours'>) =>
  staffReadPage('GET /capture_review/v1/neighbours', input)

const renewed = [
  'GET /capture_review/v1/list',
  'GET /capture_review/v1/info',
  'GET /capture_review/v1/neighbours',
] as const
/** the page shows what went wrong itself */
const quiet = { quiet: true }

/** The first person's word; a second one decides. */
export const useProposeReview = () =>
  useStaffWrite('POST /capture_review/v1/propose', renewed, quiet)
/** One's own proposal, while nobody has decided. */
export const useWithdrawReview = () => useStaffWrite('POST /capture_review/v1/withdraw', renewed)
/** The second person's: confirming a void reverses hours and revokes the proof. */
export const useDecideReview = () => useStaffWrite('POST /capture_review/v1/decide', renewed, quiet)
