import { CallRefused, type Output } from '@ce/client/call.ts'
import type { ProofKey } from '@ce/client/proof-check.ts'
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

/** the check comes only with the page that makes it: this file is loaded with every public page */
const loadCheck = () => import('./verify-check.ts')

export type VerifyAnswer = Output<'GET /certification_grant/v1/verify'>
export type PublicProof = NonNullable<VerifyAnswer['proof']>

export interface VerifyData {
  pageTitle: string
  /** as it was typed, '' when nothing was */
  code: string
  problem: string | null
  /** null: none was asked for */
  answer: VerifyAnswer | null
  /** the keys that sign and signed proofs, for the check of the QR's own text */
  keys: ProofKey[]
}

const longestShown = 200
const nothingFound = { pageTitle: '证明核验', answer: null, keys: [] }

/** 证明核验 before a proof is found: what was typed into its form, `?code=`, leads to the proof's own address. */
export function loadVerifyForm({ request }: LoaderFunctionArgs): VerifyData | Response {
  const typed = new URL(request.url).searchParams.get('code') ?? ''
  const path = typedProofPath(typed)
  if (path) return redirect(path)
  const problem = typed && `请输入 ${proofCodeShape}的${proofCodeNames.code}，或粘贴二维码的网址`
  return { ...nothingFound, code: typed.slice(0, longestShown), problem }
}

/** The address of a proof whose code, number or whole address was typed, in any case and with gaps. null: none of them. */
export function typedProofPath(typed: string): string | null {
  const address = /\/verify\/([0-9a-z]{16})(#[\w-]+\.[\w-]+\.[0-9a-f]{16})?/i.exec(typed)
  if (address) return sitePaths.verify(address[1]?.toUpperCase()) + (address[2] ?? '')
  const code = plainProofCode(typed)
  // the proof's other number is asked as well: the server says what it is
  const known = code.length === proofCodeLength || isProofNumber(code)
  return known ? sitePaths.verify(code) : null
}

/** The verdict on a code (product §4 Ledger and proof), and the keys to check a scanned text with; 404 when there is no such proof. */
export async function loadVerify(args: LoaderFunctionArgs) {
  const code = args.params.code ?? ''
  const shown = { code: code.slice(0, longestShown) }
  const ask = callsOf(args)
  try {
    const [answer, published, { titleOfCheck, checkProof }] = await Promise.all([
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
