import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readDocumentTemplate } from './template.ts'

const shell = `<!doctype html><html><head>
<title>x</title>
<meta property="csp-nonce" nonce="__NONCE__">
<script type="module" crossorigin src="/assets/index-AAAAAAAA.js" nonce="__NONCE__"></script>
<link rel="modulepreload" crossorigin href="/assets/react-BBBBBBBB.js" nonce="__NONCE__">
<link rel="stylesheet" crossorigin href="/assets/index-CCCCCCCC.css" nonce="__NONCE__">
</head><body><div id="root"></div>
<noscript>
<style nonce="__NONCE__">main {}</style><main>needs scripts</main></noscript></body></html>`

test('scripts run in the order of their imports, and a page includes its chunk’s files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ce-template-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  const verify = ['verify-DDDDDDDD.js', 'verify-EEEEEEEE.css']
  for (const name of ['index-CCCCCCCC.css', ...verify, 'reading-FFFFFFFF.js'])
    await writeFile(join(folder, 'assets', name), `/* ${name} */`)
  const { beginning } = await readDocumentTemplate(shell, folder)
  const page = {
    status: 200,
    head: '<title>y</title>',
    body: '<main>',
    posterId: null,
    eager: false,
  }
  const whole = beginning({ ...page, chunk: 'verify' })
  expect(whole).toContain('data-run="/assets/react-BBBBBBBB.js /assets/index-AAAAAAAA.js"')
  expect(whole).toContain('data-fetch="/assets/verify-DDDDDDDD.js"')
  expect(whole).toContain('<link rel="stylesheet" href="/assets/verify-EEEEEEEE.css">')
  expect(whole).toContain('<style>/* index-CCCCCCCC.css */</style>')
  expect(whole).not.toMatch(/__NONCE__|<title>x/)
  expect(beginning({ ...page, chunk: 'reading verify' })).toContain(
    'data-fetch="/assets/reading-FFFFFFFF.js /assets/verify-DDDDDDDD.js"',
  )
  expect(beginning({ ...page, chunk: null })).not.toContain('verify-')
  const eager = beginning({ ...page, chunk: 'verify', eager: true })
  expect(eager).toContain('<link rel="modulepreload" href="/assets/verify-DDDDDDDD.js">')
  expect(eager).toContain('<script type="module" src="/assets/index-AAAAAAAA.js"></script>')
  expect(eager).not.toContain('data-run')
  expect(eager).toContain('<style>main {}</style><main>needs scripts</main></noscript>')
  expect(whole).not.toContain('<noscript>')
})
