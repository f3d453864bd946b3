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

export const consentsQuery = () => read('GET /privacy/v1/consents', {})
export const correctionsQuery = () => read('GET /privacy/v1/corrections', {})
export const exportsQuery = () =>
  queryOptions({
    ...read('GET /privacy/v1/exports', {}),
    refetchInterval: ({ state }) =>
      state.data?.list.some((copy) => copy.state === 'MAKING') ? makingMs : renewMs,
  })
export const closingQuery = () =>
  queryOptions({
    ...read('GET /privacy/v1/closing', {}, { quiet: true }),
    staleTime: closingMs,
  })

/** the dialogs show what went wrong themselves */
const quiet = { quiet: true }

export const useWithdrawCamera = () =>
  useWrite('POST /privacy/v1/withdraw_camera', ['GET /privacy/v1/consents', 'GET /exam/v1/info'])
export const useAskExport = () =>
  useWrite('POST /privacy/v1/export', ['GET /privacy/v1/exports'], quiet)
export const useAskCorrection = () =>
  useWrite('POST /privacy/v1/correct', ['GET /privacy/v1/corrections'], quiet)
export const useWithdrawCorrection = () =>
  useWrite('POST /privacy/v1/withdraw_correction', ['GET /privacy/v1/corrections'])
export const useAskToClose = () =>
  useWrite('POST /privacy/v1/close', ['GET /privacy/v1/closing'], quiet)
export const useKeepAccount = () =>
  useWrite('POST /privacy/v1/keep_account', ['GET /privacy/v1/closing'])
