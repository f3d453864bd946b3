import { CallRefused, type Output } from '@ce/client/call.ts'
import {
  isProofNumber,
  plainProofCode,
  proofCodeLength,
  proofCodeNames,
  proofCodeShape,
} from '@ce/contract/proof-codes'
import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { callsOf } from './data.ts'
import { sitePaths } from './paths.ts'

export type VerifyAnswer = Output<'GET /certification_grant/v1/verify'>
export type PublicProof = NonNullable<VerifyAnswer['proof']>

export interface VerifyData {
  /** as it was typed, '' when nothing was */
  code: string
  problem: string | null
  /** null: none was asked for */
  answer: VerifyAnswer | null
  /** the keys that sign and signed proofs, for the check of the QR's own text */
  keys: { kid: string; x: string }[]
}

const longestShown = 40

/** 证明核验 before a proof is found: a code typed into its form, `?code=`, leads to the proof's own address. */
export function loadVerifyForm({ request }: LoaderFunctionArgs): VerifyData | Response {
  const typed = new URL(request.url).searchParams.get('code') ?? ''
  const code = plainProofCode(typed)
  // the proof's other number is asked as well: the server says what it is
  if (code.length === proofCodeLength || isProofNumber(code))
    return redirect(sitePaths.verify(code))
  return {
    code: typed.slice(0, longestShown),
    problem: typed && `${proofCodeNames.code}应为 ${proofCodeShape}`,
    answer: null,
    keys: [],
  }
}

/** The proof of a code (product §4 Ledger and proof); 404 when there is none. */
export async function loadVerify(args: LoaderFunctionArgs) {
  const code = args.params.code ?? ''
  const shown = { code: code.slice(0, longestShown) }
  try {
    const ask = callsOf(args)
    const [answer, { keys }] = await Promise.all([
      ask('GET /certification_grant/v1/verify', { code }),
      ask('GET /certification_grant/v1/keys', {}),
    ])
    const found = { ...shown, problem: null, answer, keys: keys.map(({ kid, x }) => ({ kid, x })) }
    return answer.verdict === 'NOT_FOUND' ? data(found, { status: 404 }) : found
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    const problem = error.key === 'grant.numberGiven' ? error.msg : null
    return data({ ...shown, problem, answer: null, keys: [] }, { status: 404 })
  }
}
