import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ContentEncoding } from './documents.ts'
import { createDocumentSplice } from './template.ts'

const decode: Record<ContentEncoding, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
  identity: (bytes) => bytes,
}
const beginnings = ['', 'a', '<p>药师</p>'.repeat(3000), '\u0000', 'x'.repeat(200_000)]
const endings = ['>', 'nonce="abc"></body></html>', '"'.repeat(0xffff)]

test.each(['br', 'gzip', 'identity'] as const)(
  'a response compressed with %s decodes to the cached HTML and its ending',
  (encoding) => {
    for (const beginning of beginnings) {
      const splice = createDocumentSplice(Buffer.from(beginning), encoding)
      for (const ending of endings)
        expect(decode[encoding](splice(Buffer.from(ending))).toString() === beginning + ending).toBe(true)
    }
  },
)

test('a document splice appends to compressed HTML, and refuses an ending that is empty or too long', () => {
  const splice = createDocumentSplice(Buffer.from('药师'.repeat(5000)), 'br')
  expect(splice(Buffer.from('!')).length).toBeLessThan(100)
  expect(() => splice(Buffer.alloc(0))).toThrow(RangeError)
  expect(() => splice(Buffer.alloc(0x10000))).toThrow(RangeError)
})
