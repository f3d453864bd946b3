import { queryOptions } from '@tanstack/react-query'
import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffReadLinked, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type CaptureSummary = StaffOutput<'GET /capture_review/v1/list'>['list'][number]
export type CaptureAttempt = StaffOutput<'GET /capture_review/v1/info'>
export type CaptureReview = CaptureAttempt['reviews'][number]
export type CaptureReviewState = CaptureSummary['state']
export type InnocentCause = CaptureReview['causes'][number]

export const captureListQuery = (input: StaffInput<'GET /capture_review/v1/list'>) =>
  staffReadPage('GET /capture_review/v1/list', input)

export const captureAttemptQuery = (attemptId: string) =>
  queryOptions({
    ...staffReadLinked('GET /capture_review/v1/info', { attemptId }),
    // Remove the data when its page closes, because faces must not stay in memory.
    gcTime: 0,
  })

/** The attempts before and after the open one in its list. */
export const captureNeighboursQuery = (input: StaffInput<'GET /capture_review/v1/neighbours'>) =>
  staffReadPage('GET /capture_review/v1/neighbours', input)

const renewed = [
  'GET /capture_review/v1/list',
  'GET /capture_review/v1/info',
  'GET /capture_review/v1/neighbours',
] as const
const quiet = { quiet: true }

export const useProposeCaptureReview = () => useStaffWrite('POST /capture_review/v1/propose', renewed, quiet)
export const useWithdrawCaptureReview = () => useStaffWrite('POST /capture_review/v1/withdraw', renewed)
/** Decides about a capture review. Confirming that the attempt is void reverses its hours and revokes the proof. */
export const useDecideCaptureReview = () => useStaffWrite('POST /capture_review/v1/decide', renewed, quiet)
