import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { createZip, textChunks, type ZipOutputEntry } from './zip.ts'

async function* all<Item>(...items: Item[]): AsyncIterable<Item> {
  yield* items
}

it('a ZIP unpacks to the same files with any names', async () => {
  const picture = randomBytes(300_000)
  const entries: ZipOutputEntry[] = [
    {
      name: '文件/1-证书.png',
      stored: true,
      pieces: () => all(picture.subarray(0, 7), picture.subarray(7)),
    },
    { name: 'data.json', pieces: () => textChunks(['{"a":', '1}']) },
    { name: 'empty.txt', pieces: () => all() },
  ]
  const packed: Buffer[] = []
  for await (const piece of createZip(all(...entries))) packed.push(piece)
  const found = unzipSync(new Uint8Array(Buffer.concat(packed)))
  expect(Object.keys(found)).toEqual(['文件/1-证书.png', 'data.json', 'empty.txt'])
  expect(Buffer.from(found['文件/1-证书.png'] ?? []).equals(picture)).toBe(true)
  expect(new TextDecoder().decode(found['data.json'])).toBe('{"a":1}')
  expect(found['empty.txt']).toHaveLength(0)
})

it('the ZIP stream holds one chunk and stops when an entry fails', async () => {
  const piece = new Uint8Array(65_536)
  let [taken, given, most] = [0, 0, 0]
  const large: ZipOutputEntry = {
    name: 'large',
    stored: true,
    pieces: async function* () {
      for (let at = 0; at < 200; at += 1) {
        taken += piece.length
        yield piece
      }
    },
  }
  for await (const out of createZip(all(large))) {
    most = Math.max(most, taken - given)
    given += out.length
  }
  expect(given).toBeGreaterThan(200 * piece.length)
  expect(most).toBeLessThanOrEqual(2 * piece.length)
  const broken: ZipOutputEntry = {
    name: 'broken',
    // biome-ignore lint/correctness/useYield: it never comes to that
    pieces: async function* () {
      throw new Error('gone')
    },
  }
  await expect(async () => {
    for await (const _ of createZip(all(broken)));
  }).rejects.toThrow('gone')
})
