import { describe, expect, it } from 'vitest'
import { type Part, type RehearsalCalls, runRehearsal } from './rehearsal.ts'

const now = Date.parse('2026-11-22T08:00:00.000Z')

/** A device and a server whose every call takes `ms`. */
function world(change: { ms?: number; clockOff?: number; camera?: string; lost?: boolean } = {}) {
  const { ms = 100, clockOff = 0, camera, lost = false } = change
  let steady = 0
  let stopped = false
  const pass = async <Data>(data: () => Data): Promise<Data> => {
    steady += ms
    if (lost) throw new Error('offline')
    return data()
  }
  const calls: RehearsalCalls = {
    read: () =>
      pass(() => ({ last: null, serverNow: new Date(now + steady - ms / 2).toISOString() })),
    save: ({ seq, answers, padding = '' }) =>
      pass(() => ({
        ...{ savedSeq: seq, answers, received: padding.length },
        serverNow: new Date(now).toISOString(),
      })),
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
    picture: async () => new Blob(),
    steady: () => steady,
    device: () => now + steady + clockOff,
  }
  return { calls, around, wasStopped: () => stopped }
}

async function rehearse(change: Parameters<typeof world>[0] = {}) {
  const { calls, around, wasStopped } = world(change)
  const told: Part[] = []
  const found = await runRehearsal(calls, (part) => told.push(part), around)
  return { found, told, wasStopped }
}

describe('the rehearsal', () => {
  it('finds all well, and lets the camera go', async () => {
    const { found, told, wasStopped } = await rehearse()
    expect(told).toEqual(['camera', 'upload', 'clock', 'autosave'])
    for (const part of told) expect(found[part].level).toBe('GREEN')
    expect(wasStopped()).toBe(true)
  })

  it('says how slow the way is', async () => {
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

  it('says that a clock is wrong, and that it does not matter', async () => {
    expect((await rehearse({ clockOff: 120_000 })).found.clock).toEqual({
      level: 'AMBER',
      note: '本机时钟快 120 秒；考试以服务器时间为准',
    })
    expect((await rehearse({ clockOff: -5000 })).found.clock.level).toBe('GREEN')
  })

  it('names the camera’s problem, and what cannot be reached', async () => {
    const { found } = await rehearse({ camera: 'NotAllowedError', lost: true })
    expect(found).toMatchObject({
      camera: { level: 'RED', problem: 'refused' },
      upload: { level: 'RED', note: '没有连上服务器' },
      clock: { level: 'RED' },
      autosave: { level: 'RED' },
    })
  })
})
