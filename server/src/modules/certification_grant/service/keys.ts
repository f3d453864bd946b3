import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { escapeHtml } from '@ce/contract/escape-html'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { readConstants } from '../../first_page/service.ts'

/** Every key that signs or signed proofs, as a JSON Web Key Set (RFC 7517, RFC 8037); the signing one first. */
export function keySet({ keys }: Deps) {
  return {
    keys: keys.proofs.published().map(({ keyId, x, signing }) => ({
      ...({ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' } as const),
      ...{ kid: keyId, x, signing },
    })),
  }
}

const source = new URL('../offline/verifier.html', import.meta.url)
const scannerSource = new URL('../offline/generated/scanner.js', import.meta.url)
const checkerSource = new URL('../offline/generated/checker.js', import.meta.url)
let kept: Promise<{ html: string; policy: string }> | null = null

/** The page that checks a proof without a network: one file with today's public keys inside. */
export async function offlinePage(deps: Deps): Promise<{ html: string; policy: string }> {
  kept ??= readPage()
  const [{ html, policy }, { organizer }] = await Promise.all([kept, readConstants(deps.db)])
  const on = shanghaiDay(await appNow(deps.db))
  const about = { issuer: organizer, origin: deps.publicUrl(), on }
  const data = { ...keySet(deps), ...about }
  // inside a script element only `<` could end it
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return { html: html.replace('"__DATA__"', () => json), policy }
}

/** It may run what is in it and nothing else, and send nothing anywhere: as a file too, so the policy is in the page. */
async function readPage() {
  const [page, scanner, checker] = await Promise.all([
    readFile(source, 'utf8'),
    readFile(scannerSource, 'utf8'),
    readFile(checkerSource, 'utf8'),
  ])
  const html = page.replace('"__SCANNER__"', () => scanner).replace('"__CHECKER__"', () => checker)
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const inside = (tag: string) => html.match(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`))?.[1] ?? ''
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(inside('script'))} ${hashOf(scanner)}`,
    `style-src ${hashOf(inside('style'))}`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return { html: html.replace('__POLICY__', escapeHtml(policy)), policy }
}
