import { describe, expect, it } from 'vitest'
import { checkInclusion, type LedgerInclusionPath } from './check-inclusion.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const digest = async (content: Uint8Array<ArrayBuffer>) => Buffer.from(await crypto.subtle.digest('SHA-256', content))

const studentId = '6d8b4d3c-0a55-4a0e-8f0f-0a4f1a1c7f11'

async function sample(): Promise<LedgerInclusionPath> {
  const genesis = (await digest(utf8(studentId))).toString('hex')
  const first = [studentId, 1, 2026, 'PROFESSIONAL', 'COURSE', 'a', 60, '课程', 'system', 1, genesis]
  const link = (await digest(utf8(first.join('\u001f')))).toString('hex')
  const second = [studentId, 2, 2026, 'PUBLIC', 'RECORD', 'b', 30, '公需', 'staff:a', 2, link]
  const entries = [first, second].map((fields, index) => ({
    seq: index + 1,
    text: fields.join('\u001f'),
  }))
  const head = (await digest(utf8(entries[1]?.text ?? ''))).toString('hex')
  const leaf = await digest(utf8(`\0${studentId}|2|${head}`))
  const other = await digest(utf8('somebody else'))
  const root = (await digest(new Uint8Array([1, ...other, ...leaf]))).toString('hex')
  return {
    seal: { day: '2026-11-22', heads: 2, entries: 5, root, at: '2026-11-21T16:00:30.000Z' },
    leaf: { studentId, seq: 2, head },
    path: [{ side: 'LEFT', hash: other.toString('hex') }],
    entries,
  }
}

describe('daily root check', () => {
  it('checkInclusion accepts ledger entries whose hashes lead to the published daily root', async () => {
    expect(await checkInclusion(await sample())).toBe('SAME')
  })

  it.each<[string, (path: LedgerInclusionPath) => unknown]>([
    ['an hour more', ({ entries }) => Object.assign(entries[0] ?? {}, { text: entries[0]?.text.replace('60', '90') })],
    ['an entry less', ({ entries }) => entries.pop()],
    ['the first entry gone', ({ entries }) => entries.shift()],
    ['another side', ({ path }) => Object.assign(path[0] ?? {}, { side: 'RIGHT' })],
    ['no way up', ({ path }) => path.pop()],
    ['another root', ({ seal }) => (seal.root = seal.root.replace(/^./, (c) => (c === '0' ? '1' : '0')))],
    ["another's head", ({ leaf }) => (leaf.head = leaf.head.replace(/^./, (c) => (c === '0' ? '1' : '0')))],
    ['another number', ({ leaf }) => (leaf.seq = 3)],
  ])('checkInclusion reports a path with %s as different from the published root', async (_what, change) => {
    const path = await sample()
    change(path)
    expect(await checkInclusion(path)).toBe('DIFFERENT')
  })
})
