import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailed, CallOffline, CallRefused } from '../answers.ts'
import { createUpload, type UploadCalls } from './make-upload.ts'
import type { UploadState } from './upload-step.ts'

const file = new File(['0123456789'], 'a.mp4')
const done = { id: 'f', url: '/f', name: 'a.mp4', size: 10, mime: 'video/mp4' }

/** The test's server accepts chunks of four bytes. */
function server(change: Partial<UploadCalls> = {}) {
  let received = 0
  const pieces: string[] = []
  const stand = () => ({ uploadId: 'u', received, chunkSize: 4, sendTo: 'portal' as 'portal' | 'store' })
  const calls: UploadCalls = {
    prepare: async (chosen) => chosen,
    begin: async () => stand(),
    ask: async () => stand(),
    chunk: async ({ content }) => {
      pieces.push(await content.text())
      received += content.size
      return stand()
    },
    part: async () => {
      throw new Error('no store')
    },
    finish: async () => ({ ...done, width: null, height: null, media: null, qrText: null }),
    ...change,
  }
  return { calls, pieces }
}

function until(upload: ReturnType<typeof createUpload>, phase: UploadState['phase']): Promise<void> {
  return new Promise((resolve) => {
    const stop = upload.subscribe(() => {
      if (upload.read().phase !== phase) return
      stop()
      resolve()
    })
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('resumable upload with its calls', () => {
  it('an upload sends a file in chunks and in order', async () => {
    const { calls, pieces } = server()
    const upload = createUpload(file, 'VIDEO', calls)
    const end = until(upload, 'done')
    upload.start()
    await end
    expect(pieces).toEqual(['0123', '4567', '89'])
    expect(upload.read().result).toMatchObject(done)
  })

  it('the pieces of an upload for the store go there, and on from what the store has', async () => {
    const { calls } = server()
    const sent: [number, string][] = []
    const toStore = { uploadId: 'u', received: 0, chunkSize: 4, sendTo: 'store' as const }
    const upload = createUpload(file, 'LESSON', {
      ...calls,
      begin: async () => toStore,
      ask: async () => ({ ...toStore, received: 4 }),
      part: async ({ offset, content }) => {
        sent.push([offset, await content.text()])
        if (sent.length === 2) throw new Error('the store of files answered 503')
      },
    })
    const end = until(upload, 'done')
    upload.start()
    await until(upload, 'waiting')
    upload.resume()
    await end
    expect(sent).toEqual([
      [0, '0123'],
      [4, '4567'],
      [4, '4567'],
      [8, '89'],
    ])
  })

  it.each([
    ['LESSON', []],
    ['INVOICE', ['0123', '4567', '89']],
  ] as const)('a finished %s upload sends %j when the same file is chosen again', async (purpose, again) => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    })
    const first = server()
    const send = async (calls: UploadCalls) => {
      const upload = createUpload(file, purpose, calls)
      const end = until(upload, 'done')
      upload.start()
      await end
      // A form field cancels the upload after taking the file.
      upload.cancel()
    }
    await send(first.calls)
    const second = server()
    await send({ ...second.calls, ask: first.calls.ask })
    expect(second.pieces).toEqual(again)
  })

  it('asks for the upload’s position after a lost response', async () => {
    const { calls, pieces } = server()
    let lost = false
    const flaky: UploadCalls = {
      ...calls,
      chunk: async (...piece) => {
        const stand = await calls.chunk(...piece)
        if (lost || stand.received !== 8) return stand
        lost = true
        throw new CallOffline(false)
      },
    }
    const upload = createUpload(file, 'VIDEO', flaky)
    const end = until(upload, 'done')
    upload.start()
    await until(upload, 'waiting')
    upload.resume()
    await end
    expect(pieces).toEqual(['0123', '4567', '89'])
  })

  it('pausing an upload stops the running call and ignores its result', async () => {
    const stopped: string[] = []
    const { calls } = server({
      chunk: (_piece, _progress, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped.push('chunk')
            reject(new DOMException('aborted', 'AbortError'))
          })
        }),
    })
    const upload = createUpload(file, 'VIDEO', calls)
    upload.start()
    await until(upload, 'sending')
    upload.pause()
    await Promise.resolve()
    expect(stopped).toEqual(['chunk'])
    expect(upload.read().phase).toBe('paused')
  })

  it('shows a refused upload with the server’s text', async () => {
    const refusal = { code: 3003, msg: '不支持这种文件', data: { key: 'file.wrongType' as const } }
    const { calls } = server({ finish: () => Promise.reject(new CallRefused(refusal)) })
    const upload = createUpload(file, 'PICTURE', calls)
    const end = until(upload, 'failed')
    upload.start()
    await end
    expect(upload.read().problem).toBe('不支持这种文件')
  })

  it.each([
    [403, undefined, 'waiting'],
    [502, undefined, 'waiting'],
    [429, '请求过于频繁', 'waiting'],
    // The proxy never accepts such a large chunk.
    [413, undefined, 'failed'],
    [403, '没有权限', 'failed'],
  ] as const)('HTTP status %i with %s leads to the upload result %s', async (status, msg, phase) => {
    const { calls } = server({ chunk: () => Promise.reject(new CallFailed(status, msg)) })
    const upload = createUpload(file, 'VIDEO', calls)
    const end = until(upload, phase)
    upload.start()
    await end
    upload.cancel()
    if (phase === 'failed') expect(upload.read().problem).toContain(msg ?? '代理')
  })
})
