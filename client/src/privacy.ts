import { queryOptions } from '@tanstack/react-query'
import type { ClientOutput } from './call.ts'
import { read, useWrite } from './query.ts'

export type StudentConsents = ClientOutput<'GET /privacy/v1/consents'>
export type DataCopy = ClientOutput<'GET /privacy/v1/exports'>['list'][number]
export type DataCorrection = ClientOutput<'GET /privacy/v1/corrections'>['list'][number]
export type DataCorrectionField = DataCorrection['field']
export type AccountClosingInfo = ClientOutput<'GET /privacy/v1/closing'>

/** Milliseconds between requests while a data copy is made. */
const makingMs = 5_000
/** Milliseconds until private links are fetched again, because they are valid for only ten minutes. */
const renewMs = 8 * 60_000
const closingMs = 5 * 60_000

/** Lists the accepted texts and whether the camera consent is still valid. */
export const consentsQuery = () => read('GET /privacy/v1/consents', {})
/** Lists the newest request first. */
export const correctionsQuery = () => read('GET /privacy/v1/corrections', {})
/** Polled while a copy is made, later refetched to renew the links. */
export const dataCopiesQuery = () =>
  queryOptions({
    ...read('GET /privacy/v1/exports', {}),
    refetchInterval: ({ state }) => (state.data?.list.some((copy) => copy.state === 'MAKING') ? makingMs : renewMs),
  })
export const accountClosingQuery = () =>
  queryOptions({
    ...read('GET /privacy/v1/closing', {}, { quiet: true }),
    staleTime: closingMs,
  })

/** The dialogs show errors themselves. */
const quiet = { quiet: true }

/** After the withdrawal, exams use manual checks. */
export const useWithdrawCameraConsent = () =>
  useWrite('POST /privacy/v1/withdraw_camera', ['GET /privacy/v1/consents', 'GET /exam/v1/info'])
export const useRequestDataCopy = () => useWrite('POST /privacy/v1/export', ['GET /privacy/v1/exports'], quiet)
/** Requests a correction of one field. Staff decide about it. */
export const useRequestCorrection = () => useWrite('POST /privacy/v1/correct', ['GET /privacy/v1/corrections'], quiet)
/** A student can withdraw a request until staff decide. */
export const useWithdrawCorrection = () =>
  useWrite('POST /privacy/v1/withdraw_correction', ['GET /privacy/v1/corrections'])
/** Starts the grace period of the closing (decision 021). */
export const useRequestAccountClosing = () => useWrite('POST /privacy/v1/close', ['GET /privacy/v1/closing'], quiet)
export const useCancelAccountClosing = () => useWrite('POST /privacy/v1/keep_account', ['GET /privacy/v1/closing'])
