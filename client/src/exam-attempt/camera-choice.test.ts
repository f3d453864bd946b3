import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Devices } from './camera.ts'
import { labelOf, listCameras, openAnother, openChosen } from './camera-choice.ts'

/** A device with these cameras; what opening one comes to is its error's name, or '' for a picture. */
function deviceWith(cameras: readonly { id: string; label?: string; fails?: string }[]) {
  const asked: (string | undefined)[] = []
  const devices = {
    enumerateDevices: async () =>
      cameras.map(({ id, label = '' }) => ({ kind: 'videoinput', deviceId: id, label })),
    getUserMedia: async ({ video }: { video: MediaTrackConstraints }) => {
      const exact = (video.deviceId as { exact: string } | undefined)?.exact
      asked.push(exact ?? (video.facingMode as string | undefined))
      const camera = exact ? cameras.find(({ id }) => id === exact) : cameras[0]
      if (!camera) throw Object.assign(new Error(), { name: 'OverconstrainedError' })
      if (camera.fails) throw Object.assign(new Error(), { name: camera.fails })
      const track = { label: camera.label, stop: () => {}, getSettings: () => ({}) }
      return { getTracks: () => [track], getVideoTracks: () => [track] }
    },
  } as unknown as Devices
  return { devices, asked }
}

const shows = async () => null
const opened = (result: Awaited<ReturnType<typeof openChosen>>) =>
  typeof result === 'string' ? result : labelOf(result)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const two = [
  { id: 'a', label: 'Integrated Camera (04f2:b67c)', fails: 'NotReadableError' },
  { id: 'b', label: 'USB Camera' },
]

describe('of several cameras', () => {
  it.each(['NotReadableError', 'AbortError', 'OverconstrainedError', 'TypeError'])(
    'another one is opened where the first fails with %s, and remembered',
    async (fails) => {
      const { devices, asked } = deviceWith([{ id: 'a', fails }, ...two.slice(1)])
      expect(await openChosen(devices, undefined, shows)).toMatch(/^(busy|failed)$/)
      expect(opened(await openChosen(devices, 'b', shows))).toBe('USB Camera')
      expect(opened(await openChosen(devices, undefined, shows))).toBe('USB Camera')
      expect(asked).toEqual(['user', 'b', 'b'])
    },
  )

  it('one that shows only black counts as failed, and is let go', async () => {
    const { devices } = deviceWith([{ id: 'a', label: 'A' }, ...two.slice(1)])
    const black = async (stream: MediaStream) => (labelOf(stream) === 'A' ? 'black' : null)
    expect(await openChosen(devices, undefined, black)).toBe('black')
    expect(await openAnother(devices, black)).toMatchObject({ label: 'USB Camera' })
    expect(opened(await openChosen(devices, undefined, black))).toBe('USB Camera')
  })

  it('the remembered one gives way where it has gone', async () => {
    const there = deviceWith(two)
    await openChosen(there.devices, 'b', shows)
    const gone = deviceWith([{ id: 'c', label: 'C' }])
    expect(opened(await openChosen(gone.devices, undefined, shows))).toBe('C')
    expect(gone.asked).toEqual(['b', 'user'])
  })

  it('the names are readable, and told apart', async () => {
    const { devices } = deviceWith([
      ...two,
      { id: 'c', label: 'camera2 1, facing front' },
      { id: 'd', label: 'camera2 0, facing back' },
      { id: 'e', label: 'camera2 2, facing back' },
      { id: 'f' },
    ])
    expect((await listCameras(devices)).map(({ label }) => label)).toEqual([
      'Integrated Camera',
      'USB Camera',
      '前置摄像头',
      '后置摄像头 1',
      '后置摄像头 2',
      '摄像头',
    ])
  })

  it('a phone that names none has one at each side', async () => {
    const { devices, asked } = deviceWith([{ id: '' }])
    const [, back] = await listCameras(devices, true)
    expect(back).toEqual({ deviceId: 'facing:environment', label: '后置摄像头' })
    await openChosen(devices, back?.deviceId, shows)
    expect(asked).toEqual(['environment'])
    expect(await listCameras(devices)).toEqual([])
  })
})
