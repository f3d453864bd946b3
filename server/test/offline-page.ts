import { createContext, runInContext } from 'node:vm'
import type { checkProof, nameMatches, ProofKey } from '@ce/client/proof-check.ts'
import type { proofVerdictText } from '@ce/client/proof-check-text.ts'
import { sendRawRequest } from './world.ts'

interface Checker {
  checkProof: typeof checkProof
  nameMatches: typeof nameMatches
  proofVerdictText: typeof proofVerdictText
}

export async function openOfflinePage() {
  const answer = await sendRawRequest('/verify/offline')
  const html = await answer.text()
  const script = html.match(/<script>([\s\S]*?)<\/script>/)?.[1] ?? ''
  const json = html.match(/id="data">(.*?)<\/script>/)?.[1] ?? '{}'
  const context = createContext({ atob, btoa, TextDecoder, TextEncoder, Uint8Array })
  // The page's script defines the global name `checker`.
  const checker = runInContext(`${script}\nchecker`, context) as Checker
  const { keys } = JSON.parse(json) as { keys: (ProofKey & { signing: boolean })[] }
  const check = (text: string) => checker.checkProof({ text, keys, answer: null })
  return { html, answer, checker, keys, check }
}
