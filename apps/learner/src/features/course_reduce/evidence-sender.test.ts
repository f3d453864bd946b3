import { CallOffline, CallRefused } from '@ce/client/call.ts'
import type { ReductionEvidence } from '@ce/client/course_reduce.ts'
import { describe, expect, it } from 'vitest'
import { createEvidenceSender, type EvidenceUploads } from './evidence-sender.ts'

const photo = (name: string) => new File(['x'], name)
const kept = ({ name, size }: File): ReductionEvidence => ({
  ...{ fileId: name, name, size, mime: 'image/jpeg', url: `/files/${name}` },
})

/** A sender whose steps wait until the test lets them continue. */
function desk({ mostFiles = 2, prepares = false } = {}) {
  let there: ReductionEvidence[] = []
  let state: EvidenceUploads = { sending: null, unsent: [] }
  const gates: { what: string; open: (problem?: Error) => void }[] = []
  const gate = (what: string) =>
    new Promise<void>((done, fail) => gates.push({ what, open: (problem) => (problem ? fail(problem) : done()) }))
  const sender = createEvidenceSender(
    () => ({
      mostFiles,
      there: () => there,
      put: (files) => {
        there = files
      },
      prepare: async (file) => {
        if (prepares) await gate(`prepare ${file.name}`)
        return file
      },
      upload: (file) => gate(`upload ${file.name}`).then(() => kept(file)),
    }),
    (next) => {
      state = next
    },
  )
  /** Lets the waiting step continue, or fail with a problem. */
  const pass = async (problem?: Error): Promise<string> => {
    await new Promise((done) => setTimeout(done))
    expect(gates).toHaveLength(1)
    const next = gates.shift()
    next?.open(problem)
    await new Promise((done) => setTimeout(done))
    return next?.what ?? ''
  }
  return { sender, pass, read: () => state, names: () => there.map(({ name }) => name) }
}

describe('evidence upload queue', () => {
  it('an evidence file is reported as uploading as soon as it is chosen', async () => {
    const { sender, pass, read, names } = desk({ prepares: true })
    void sender.take([photo('a')])
    expect(read().sending?.name).toBe('a')
    expect(await pass()).toBe('prepare a')
    expect(read().sending?.name).toBe('a')
    expect(await pass()).toBe('upload a')
    expect([read().sending, names()]).toEqual([null, ['a']])
  })

  it('evidence files chosen later wait for the running upload, and files above the limit are refused', async () => {
    const { sender, pass, read, names } = desk({ prepares: true })
    void sender.take([photo('a')])
    void sender.take([photo('b'), photo('c')])
    expect(await pass()).toBe('prepare a')
    expect(await pass(new CallOffline(false))).toBe('upload a')
    expect(await pass()).toBe('prepare b')
    expect(await pass()).toBe('upload b')
    expect(read().unsent.map(({ file, again }) => [file.name, again])).toEqual([['a', true]])
    const [failed] = read().unsent
    if (failed) void sender.retry(failed)
    expect(await pass()).toBe('prepare c')
    expect(await pass()).toBe('upload c')
    expect(read().sending).not.toBe(null)
    expect(await pass()).toBe('prepare a')
    expect(names()).toEqual(['b', 'c'])
    expect(read()).toMatchObject({
      sending: null,
      unsent: [{ problem: '最多 2 个文件', again: false }],
    })
  })

  it('an evidence file that the server refused cannot be sent again', async () => {
    const { sender, pass, read } = desk()
    void sender.take([photo('a')])
    const refusal = new CallRefused({ code: 3003, msg: '不支持', data: { key: 'file.wrongType' } })
    await pass(refusal)
    expect(read().unsent).toMatchObject([{ problem: '不支持', again: false }])
  })
})
