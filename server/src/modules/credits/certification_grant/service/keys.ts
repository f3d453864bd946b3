import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { escapeHtml } from '@ce/contract/escape-html'
import { appNow } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { shanghaiDay } from '../../../../platform/shanghai-day.ts'
import { loadSiteConstants } from '../../../content/first_page/service/site.ts'

/** Returns all proof keys as a JSON Web Key Set (RFC 7517, RFC 8037), the signing key first. */
export function loadProofKeySet({ keys }: Deps) {
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

export async function renderOfflineVerificationPage(deps: Deps): Promise<{ html: string; policy: string }> {
  kept ??= readPage()
  const [{ html, policy }, { organizer }] = await Promise.all([kept, loadSiteConstants(deps.db)])
  const on = shanghaiDay(await appNow(deps.db))
  const about = { issuer: organizer, origin: deps.publicUrl(), on }
  const data = { ...loadProofKeySet(deps), ...about }
  // `<` is escaped, because it is the only character that could end the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return { html: html.replace('"__DATA__"', () => json), policy }
}

/** The CSP is also inside the page, because people open it as a local file. */
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
