import { describe, expect, it } from 'vitest'
import { CallFailed, CallRefused } from '../answers.ts'
import { type RehearsalCalls, type RehearsalPart, runRehearsal } from './rehearsal.ts'

const now = Date.parse('2026-11-22T08:00:00.000Z')

function world(change: { ms?: number; clockOff?: number; camera?: string; lost?: boolean; blocked?: Error } = {}) {
  const { ms = 100, clockOff = 0, camera, lost = false, blocked } = change
  const sample = new Blob(['sample'])
  const sent: Blob[] = []
  let steady = 0
  let stopped = false
  const pass = async <Data>(data: () => Data): Promise<Data> => {
    steady += ms
    if (lost) throw new Error('offline')
    return data()
  }
  const calls: RehearsalCalls = {
    read: () => pass(() => ({ last: null, serverNow: new Date(now + steady - ms / 2).toISOString() })),
    save: ({ seq, answers }) => pass(() => ({ savedSeq: seq, answers, serverNow: new Date(now).toISOString() })),
    upload: (picture) =>
      pass(() => {
        if (blocked) throw blocked
        sent.push(picture)
      }),
  }
  const stream = { getTracks: () => [{ stop: () => (stopped = true) }] } as unknown as MediaStream
  const around = {
    devices: () => ({
      enumerateDevices: async () => [{ kind: 'videoinput' }] as MediaDeviceInfo[],
      getUserMedia: async () => {
        if (camera) throw new DOMException('', camera)
        return stream
      },
    }),
    picture: async () => new Blob(['a face']),
    shows: async () => null,
    sample: async () => sample,
    steady: () => steady,
    device: () => now + steady + clockOff,
  }
  return { calls, around, wasStopped: () => stopped, sent, sample }
}

async function rehearse(change: Parameters<typeof world>[0] = {}) {
  const { calls, around, ...seen } = world(change)
  const told: RehearsalPart[] = []
  const found = await runRehearsal(calls, (part) => told.push(part), around)
  return { found, told, ...seen }
}

describe('exam rehearsal', () => {
  it('a rehearsal passes and releases the camera', async () => {
    const { found, told, wasStopped, sent, sample } = await rehearse()
    expect(told).toEqual(['camera', 'upload', 'clock', 'autosave'])
    for (const part of told) expect(found[part].level).toBe('GREEN')
    expect(wasStopped()).toBe(true)
    // Only the sample is sent, never a camera picture.
    expect(sent).toEqual([sample])
  })

  it('a rehearsal detects a network that passes calls but blocks files', async () => {
    const { found } = await rehearse({ blocked: new CallFailed(403) })
    expect(found).toMatchObject({
      upload: { level: 'RED', note: '图片没有传到服务器，网络可能拦截了上传' },
      autosave: { level: 'GREEN' },
    })
    const tooMany = new CallRefused({ code: 2, msg: '上传过于频繁，请稍后再试', data: null })
    expect((await rehearse({ blocked: tooMany })).found.upload.note).toBe(tooMany.msg)
  })

  it('an exam rehearsal reports a slow connection', async () => {
    const slow = (await rehearse({ ms: 2500 })).found
    expect(slow).toMatchObject({
      upload: { level: 'GREEN', note: '2.5 秒' },
      autosave: { level: 'AMBER', note: '2.5 秒' },
    })
    expect((await rehearse({ ms: 12_000 })).found).toMatchObject({
      upload: { level: 'RED' },
      autosave: { level: 'RED' },
    })
  })

  it('an exam rehearsal reports a wrong device clock and that it does not matter', async () => {
    expect((await rehearse({ clockOff: 120_000 })).found.clock).toEqual({
      level: 'AMBER',
      note: '本机时钟快 120 秒；考试以服务器时间为准',
    })
    expect((await rehearse({ clockOff: -5000 })).found.clock.level).toBe('GREEN')
  })

  it('a rehearsal names the camera problem and unreachable parts', async () => {
    const { found } = await rehearse({ camera: 'NotAllowedError', lost: true })
    expect(found).toMatchObject({
      camera: { level: 'RED', problem: 'refused' },
      upload: { level: 'RED', note: '图片没有传到服务器，网络可能拦截了上传' },
      clock: { level: 'RED' },
      autosave: { level: 'RED' },
    })
  })
})
