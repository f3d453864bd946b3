import { CallRefused, type ClientOutput } from '@ce/client/call.ts'
import type { ProofKey } from '@ce/client/proof-check.ts'
import {
  foldProofCode,
  isProofNumber,
  proofCodeFormatText,
  proofCodeLength,
  proofCodeNames,
} from '@ce/contract/proof-codes'
import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { siteCallsOf } from './data.ts'
import { sitePaths } from './paths.ts'

/** Every public page loads this file, so the proof check loads only when needed. */
const loadCheck = () => import('./verify-check.ts')

export type VerifyAnswer = ClientOutput<'GET /certification_grant/v1/verify'>
export type PublicProof = NonNullable<VerifyAnswer['proof']>

export interface VerifyData {
  pageTitle: string
  /** The code as typed; '' for none. */
  code: string
  problem: string | null
  /** The server's response; null when no code was given. */
  answer: VerifyAnswer | null
  keys: ProofKey[]
}

const longestShown = 200
const nothingFound = { pageTitle: '证明核验', answer: null, keys: [] }

/** A code typed as `?code=` redirects to the proof's address. */
export function loadVerifyForm({ request }: LoaderFunctionArgs): VerifyData | Response {
  const typed = new URL(request.url).searchParams.get('code') ?? ''
  const path = parseTypedProofPath(typed)
  if (path) return redirect(path)
  const problem = typed && `请输入 ${proofCodeFormatText}的${proofCodeNames.code}，或粘贴二维码的网址`
  return { ...nothingFound, code: typed.slice(0, longestShown), problem }
}

/** Returns the path of the proof whose code or address was typed, ignoring case and spaces; null for any other text. */
export function parseTypedProofPath(typed: string): string | null {
  const address = /\/verify\/([0-9a-z]{16})(#[\w-]+\.[\w-]+\.[0-9a-f]{16})?/i.exec(typed)
  if (address) return sitePaths.verify(address[1]?.toUpperCase()) + (address[2] ?? '')
  const code = foldProofCode(typed)
  // The number of a proof is accepted too; the server refuses it with an explanation.
  const known = code.length === proofCodeLength || isProofNumber(code)
  return known ? sitePaths.verify(code) : null
}

/**
 * Loads the verdict on a code (docs/rules/hours-and-proof.md#verification). The status is 404 when there is no such
 * proof.
 */
export async function loadVerify(args: LoaderFunctionArgs) {
  const code = args.params.code ?? ''
  const shown = { code: code.slice(0, longestShown) }
  const ask = siteCallsOf(args)
  try {
    const [answer, published, { proofCheckTitle: titleOfCheck, checkProof }] = await Promise.all([
      ask('GET /certification_grant/v1/verify', { code }),
      ask('GET /certification_grant/v1/keys', {}),
      loadCheck(),
    ])
    const keys = published.keys.map(({ kid, x }) => ({ kid, x }))
    const title = titleOfCheck(checkProof({ text: '', keys, answer }))
    const found = { ...shown, pageTitle: title, problem: null, answer, keys }
    return answer.verdict === 'NOT_FOUND' ? data(found, { status: 404 }) : found
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    return data({ ...nothingFound, ...shown, problem: error.msg }, { status: 404 })
  }
}
