import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, crc32, deflateRawSync } from 'node:zlib'
import { listNames } from '../files/durable.ts'
import type { ContentEncoding } from './documents.ts'
import type { RenderResult } from './renderer.ts'

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/**
 * Maximum number of bytes in the uncompressed ending of a page, so that it fits into one block of brotli and of gzip.
 */
const longestEnding = 0xffff

/**
 * Loads the application late, because reading and search work without it: when the page is idle, at the first user
 * action, or after eight seconds. The script is constant, so the policy allows it by its hash; `data-run` lists files
 * to run and `data-fetch` their imports.
 *
 * A proof's QR address is verified immediately, and `data-scanned` hides the server's result until then.
 */
const deferScripts = `(()=>{
const [run,fetch]=['run','fetch'].map(name=>document.currentScript.dataset[name].split(' ').filter(Boolean))
let begun=false
const begin=async()=>{
if(begun)return
begun=true
for(const href of [...run,...fetch]){const link=document.createElement('link');link.rel='modulepreload';link.href=href;document.head.append(link)}
for(const href of run){await import(href);await new Promise(next=>setTimeout(next))}
}
const root=document.documentElement
for(const trouble of ['error','unhandledrejection'])addEventListener(trouble,()=>delete root.dataset.scanned)
if(location.pathname.startsWith('/verify/')&&location.hash.includes('.')){root.dataset.scanned='';document.title=document.title.replace(/^.* - /,'正在核验 - ');begin()}
for(const sign of ['pointerdown','keydown','focusin'])addEventListener(sign,begin,{once:true,passive:true})
addEventListener('load',()=>window.requestIdleCallback?requestIdleCallback(begin,{timeout:2000}):setTimeout(begin))
setTimeout(begin,8000)
})()`

export interface DocumentTemplate {
  hashes: DocumentHashes
  beginning: (page: Extract<RenderResult, { body: string }>) => string
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

const withoutScripts = /<noscript>\s*(?:<style>([^<]+)<\/style>)?[\s\S]*?<\/noscript>/

/**
 * The style sheet is inlined for an earlier first paint. Only the last element needs the nonce. @param base precedes
 * the addresses of files in `folder`
 */
export async function readDocumentTemplate(html: string, folder: string, base = ''): Promise<DocumentTemplate> {
  const shell = html.replace(nonceMeta, '').replace(nonces, '')
  const head = shell.slice(0, shell.indexOf('</head>'))
  const inlined = [...head.matchAll(sheets)].map(([, href]) => `<link rel="stylesheet" href="${href}" disabled>`)
  const style = await readSheets(head, (href) => join(folder, href.slice(base.length)))
  const found = [...head.matchAll(modules)]
  const run = [...found.flatMap(([, , href]) => href ?? []), ...found.flatMap(([, src]) => src ?? [])]
  const first = head.replace(title, '').replace(sheets, '').replace(modules, '').trim()
  const [noScripts = '', noScriptsStyle = ''] = withoutScripts.exec(shell) ?? []
  const chunks = await chunksOf(folder, base)
  const filesOf = ({ chunk }: { chunk: string | null }, kind: keyof ChunkFiles) =>
    (chunk ?? '').split(' ').flatMap((name) => chunks.get(name)?.[kind] ?? [])
  return {
    hashes: {
      styles: [style, noScriptsStyle].map(hashOf),
      scripts: [...head.matchAll(inlineScripts)].map(([, text = '']) => hashOf(text)).concat(hashOf(deferScripts)),
    },
    beginning: (page) =>
      [
        first,
        page.head,
        `<style>${style}</style>`,
        ...inlined,
        ...filesOf(page, 'styles').map((href) => `<link rel="stylesheet" href="${href}">`),
        ...(page.eager
          ? scriptsAtOnce(run, filesOf(page, 'scripts'))
          : [
              `<script data-run="${run.join(' ')}" data-fetch="${filesOf(page, 'scripts').join(' ')}">${deferScripts}</script>`,
            ]),
        '</head>\n<body>',
        page.eager ? noScripts : '',
        page.body,
        '<template id="csp-nonce" nonce="',
      ].join('\n'),
    ending: (nonce) => `${nonce}"></template>\n</body>\n</html>\n`,
  }
}

/** These scripts are fetched in parallel and run in order after parsing. */
function scriptsAtOnce(run: readonly string[], others: readonly string[]): string[] {
  return [
    ...[...run, ...others].map((href) => `<link rel="modulepreload" href="${href}">`),
    ...run.slice(-1).map((src) => `<script type="module" src="${src}"></script>`),
  ]
}

async function readSheets(head: string, fileOf: (href: string) => string): Promise<string> {
  const links = [...head.matchAll(sheets)]
  const texts = await Promise.all(links.map(([, href = '']) => readFile(fileOf(href), 'utf8')))
  return texts.join('').trim()
}

interface ChunkFiles {
  scripts: string[]
  styles: string[]
}

async function chunksOf(folder: string, base: string): Promise<Map<string, ChunkFiles>> {
  const chunks = new Map<string, ChunkFiles>()
  for (const name of await listNames(join(folder, 'assets'))) {
    const [, chunk, kind] = /^(\w+)-[\w-]{8}\.(js|css)$/.exec(name) ?? []
    if (!chunk) continue
    const files = chunks.get(chunk) ?? { scripts: [], styles: [] }
    files[kind === 'js' ? 'scripts' : 'styles'].push(`${base}/assets/${name}`)
    chunks.set(chunk, files)
  }
  return chunks
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Appends an ending to cached compressed HTML, in one encoding. */
export type DocumentSplice = (ending: Buffer) => Buffer

/**
 * The ending with the nonce follows the compressed HTML as an uncompressed block, so no response needs compression.
 */
export function createDocumentSplice(beginning: Buffer, encoding: ContentEncoding): DocumentSplice {
  if (encoding === 'br') return brotliSplice(beginning)
  if (encoding === 'gzip') return gzipSplice(beginning)
  return (ending) => Buffer.concat([beginning, ending])
}

/**
 * RFC 7932 §9.2: the flushed stream ends at a whole byte. After it come an uncompressed meta-block with the ending and
 * an empty last meta-block.
 */
function brotliSplice(beginning: Buffer): DocumentSplice {
  const kept = brotliCompressSync(beginning, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 6,
      [constants.BROTLI_PARAM_SIZE_HINT]: beginning.length,
    },
  })
  const end = Buffer.from([0x03])
  return (ending) => {
    // Block header bits: ISLAST 0, MNIBBLES 0 (four of them), MLEN - 1 in 16 bits, ISUNCOMPRESSED 1.
    const bits = ((checkedLength(ending) - 1) << 3) | (1 << 19)
    const header = Buffer.from([bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff])
    return Buffer.concat([kept, header, ending, end])
  }
}

/**
 * RFC 1952 and 1951: the flushed stream ends at a whole byte. After it come a last stored block with the ending, the
 * checksum and the length.
 */
function gzipSplice(beginning: Buffer): DocumentSplice {
  const kept = deflateRawSync(beginning, { finishFlush: constants.Z_SYNC_FLUSH, level: 6 })
  const checksum = crc32(beginning)
  return (ending) => {
    const header = Buffer.alloc(5)
    header.writeUInt8(1)
    header.writeUInt16LE(checkedLength(ending), 1)
    header.writeUInt16LE(~ending.length & 0xffff, 3)
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(ending, checksum))
    trailer.writeUInt32LE((beginning.length + ending.length) >>> 0, 4)
    return Buffer.concat([gzipHeader, kept, header, ending, trailer])
  }
}

function checkedLength({ length }: Buffer): number {
  if (length < 1 || length > longestEnding) throw new RangeError(`an ending of ${length} bytes`)
  return length
}
