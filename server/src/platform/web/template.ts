import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lateScripts } from './late-scripts.ts'
import type { Rendered } from './renderer.ts'

/** A document in two pieces: `ending` begins where the answer's nonce goes. */
export interface DocumentTemplate {
  /** for the policy: of what is inside the document, so that it needs no nonce */
  hashes: DocumentHashes
  beginning: (page: Extract<Rendered, { body: string }>) => string
  ending: (nonce: string) => string
}

export interface DocumentHashes {
  styles: string[]
  scripts: string[]
}

const nonces = /\s+nonce="[^"]*"/g
const title = /<title>[^<]*<\/title>\s*/
const nonceMeta = /<meta property="csp-nonce"[^>]*>\s*/
const sheets = /<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>\s*/g
const modules =
  /<script[^>]*type="module"[^>]*src="([^"]+)"[^>]*><\/script>\s*|<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"[^>]*>\s*/g
const inlineScripts = /<script>([^<]+)<\/script>/g
const withoutScripts = /<noscript>\s*<style>([^<]+)<\/style>[\s\S]*?<\/noscript>/

/**
 * Makes the template of rendered pages from the built shell. The style sheet goes into the document, because a page
 * that waits for a second request paints a round trip later; scripts are ours by 'self', or by their hash. Only the
 * element that hands the nonce to antd needs one, and it stands last, so that all before it can be kept compressed.
 */
export async function readTemplate(html: string, folder: string): Promise<DocumentTemplate> {
  const shell = html.replace(nonceMeta, '').replace(nonces, '')
  const head = shell.slice(0, shell.indexOf('</head>'))
  const style = await readSheets(head, folder)
  const found = [...head.matchAll(modules)]
  // what the entry imports before the entry
  const run = [
    ...found.flatMap(([, , href]) => href ?? []),
    ...found.flatMap(([, src]) => src ?? []),
  ]
  const first = head.replace(title, '').replace(sheets, '').replace(modules, '').trim()
  const [noScripts = '', noScriptsStyle = ''] = withoutScripts.exec(shell) ?? []
  const chunks = await chunksOf(folder)
  const filesOf = ({ chunk }: { chunk: string | null }, kind: keyof ChunkFiles) =>
    (chunk ?? '').split(' ').flatMap((name) => chunks.get(name)?.[kind] ?? [])
  return {
    hashes: {
      styles: [style, noScriptsStyle].map(hashOf),
      scripts: [...head.matchAll(inlineScripts)]
        .map(([, text = '']) => hashOf(text))
        .concat(hashOf(lateScripts)),
    },
    beginning: (page) =>
      [
        first,
        page.head,
        `<style>${style}</style>`,
        ...filesOf(page, 'styles').map((href) => `<link rel="stylesheet" href="${href}">`),
        ...(page.eager
          ? scriptsAtOnce(run, filesOf(page, 'scripts'))
          : [
              `<script data-run="${run.join(' ')}" data-fetch="${filesOf(page, 'scripts').join(' ')}">${lateScripts}</script>`,
            ]),
        '</head>\n<body>',
        page.eager ? noScripts : '',
        page.body,
        // an element that a body may hold: a meta belongs into the head
        '<template id="csp-nonce" nonce="',
      ].join('\n'),
    ending: (nonce) => `${nonce}"></template>\n</body>\n</html>\n`,
  }
}

/** Fetched beside each other, run in order once the document is read. */
function scriptsAtOnce(run: readonly string[], others: readonly string[]): string[] {
  return [
    ...[...run, ...others].map((href) => `<link rel="modulepreload" href="${href}">`),
    ...run.slice(-1).map((src) => `<script type="module" src="${src}"></script>`),
  ]
}

async function readSheets(head: string, folder: string): Promise<string> {
  const links = [...head.matchAll(sheets)]
  const texts = await Promise.all(
    links.map(([, href = '']) => readFile(join(folder, href), 'utf8')),
  )
  return texts.join('').trim()
}

interface ChunkFiles {
  scripts: string[]
  styles: string[]
}

/** A chunk's files by the chunk's name. */
async function chunksOf(folder: string): Promise<Map<string, ChunkFiles>> {
  const chunks = new Map<string, ChunkFiles>()
  for (const name of await readdir(join(folder, 'assets')).catch(() => [])) {
    const [, chunk, kind] = /^(\w+)-[\w-]{8}\.(js|css)$/.exec(name) ?? []
    if (!chunk) continue
    const files = chunks.get(chunk) ?? { scripts: [], styles: [] }
    files[kind === 'js' ? 'scripts' : 'styles'].push(`/assets/${name}`)
    chunks.set(chunk, files)
  }
  return chunks
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
