import { offlineText } from '@ce/client/offline-text.ts'
import { largePrintScript } from '@ce/ui/large-print.ts'

/** Milliseconds between two checks whether the server responds again. */
const againMs = 5000

const style = `
:root { font: 16px/1.7 "PingFang SC", "Microsoft YaHei", "Noto Sans SC", system-ui, sans-serif; color: #1b2430; background: #f5f7f8 }
[data-print=large] { font-size: 20px }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; text-align: center }
main { padding: 24px; max-width: 28em }
svg { width: 56px; fill: none; stroke: #5b6776; stroke-width: 2; stroke-linecap: round }
h1 { margin: 16px 0 8px; font-size: 1.375rem }
p { margin: 0 0 16px; color: #4a5666 }
button { min-height: 48px; padding: 8px 32px; border: 0; border-radius: 6px; background: #0b6b5d; color: #fff; font: inherit; font-weight: 500 }
button:focus-visible { outline: 3px solid #175cd3; outline-offset: 2px }
`

// Reload only if the server itself responds, not a proxy in its place.
const script = `${largePrintScript}
addEventListener('DOMContentLoaded', () => {
  const title = document.querySelector('h1')
  const say = () => { const words = navigator.onLine ? '${offlineText.unreachable}' : '${offlineText.offline}'; if (title.textContent !== words) document.title = title.textContent = words }
  const back = () => location.reload()
  const ask = () => {
    say()
    if (document.visibilityState === 'visible' && navigator.onLine) fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(({ status }) => status < 500 && back(), () => {})
  }
  say()
  document.querySelector('button').onclick = back
  addEventListener('online', ask)
  addEventListener('offline', say)
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, ${againMs})
})`

/** Contains no personal data. @param nonce random value for script and style, used once */
export function createOfflinePage(nonce: string): Response {
  const html = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#0b6b5d">
<title>${offlineText.offline}</title>
<style nonce="${nonce}">${style}</style>
<script nonce="${nonce}">${script}</script>
</head>
<body>
<main>
<svg viewBox="0 0 48 48" aria-hidden="true"><path d="M6 18a26 26 0 0 1 36 0M13 26a16 16 0 0 1 22 0M24 36v.5M8 6l32 36"/></svg>
<div role="status"><h1>${offlineText.offline}</h1></div>
<p>${offlineText.kept}网络恢复后，这一页会自动打开。</p>
<button type="button">重试</button>
</main>
</body>
</html>`
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; connect-src 'self'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}

/**
 * Contains no personal data. @param page built document @param nonce random value for scripts and styles, used once
 */
export function createAppPage(page: string, nonce: string): Response {
  const html = page.replaceAll('__NONCE__', nonce).replace('__VITALS_PERCENT__', '0')
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'none'",
  ]
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy.join('; '),
    },
  })
}
