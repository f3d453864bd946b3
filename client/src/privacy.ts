import { queryOptions } from '@tanstack/react-query'
import type { Output } from './call.ts'
import { read, useWrite } from './query.ts'

export type Consents = Output<'GET /privacy/v1/consents'>
export type DataCopy = Output<'GET /privacy/v1/exports'>['list'][number]
export type Correction = Output<'GET /privacy/v1/corrections'>['list'][number]
export type CorrectionField = Correction['field']
export type Closing = Output<'GET /privacy/v1/closing'>

/** while a job is at it */
const makingMs = 5_000
/** private links live ten minutes: renewed before */
const renewMs = 8 * 60_000
/** the notice on every page: the wish changes by what is done here */
const closingMs = 5 * 60_000

/** Which text was agreed to when, and whether the camera's consent still holds. */
export const consentsQuery = () => read('GET /privacy/v1/consents', {})
/** One's own requests, newest first. */
export const correctionsQuery = () => read('GET /privacy/v1/corrections', {})
/** Copies of one's data, newest first; asked often while one is made, else before their links end. */
export const exportsQuery = () =>
  queryOptions({
    ...read('GET /privacy/v1/exports', {}),
    refetchInterval: ({ state }) =>
      state.data?.list.some((copy) => copy.state === 'MAKING') ? makingMs : renewMs,
  })
/** Whether the account can be closed, what hinders it, and until when the wish can be taken back. */
export const closingQuery = () =>
  queryOptions({
    ...read('GET /privacy/v1/closing', {}, { quiet: true }),
    staleTime: closingMs,
  })

/** the dialogs show what went wrong themselves */
const quiet = { quiet: true }

/** From now on exams are checked by people. */
export const useWithdrawCamera = () =>
  useWrite('POST /privacy/v1/withdraw_camera', ['GET /privacy/v1/consents', 'GET /exam/v1/info'])
/** Needs the password; a job packs it. */
export const useAskExport = () =>
  useWrite('POST /privacy/v1/export', ['GET /privacy/v1/exports'], quiet)
/** Of one field; staff decide. */
export const useAskCorrection = () =>
  useWrite('POST /privacy/v1/correct', ['GET /privacy/v1/corrections'], quiet)
/** Possible until staff have decided. */
export const useWithdrawCorrection = () =>
  useWrite('POST /privacy/v1/withdraw_correction', ['GET /privacy/v1/corrections'])
/** Needs the password and the words typed; then the days of grace begin (decision 021). */
export const useAskToClose = () =>
  useWrite('POST /privacy/v1/close', ['GET /privacy/v1/closing'], quiet)
/** Takes the wish back. */
export const useKeepAccount = () =>
  useWrite('POST /privacy/v1/keep_account', ['GET /privacy/v1/closing'])
