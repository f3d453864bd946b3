import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CameraDevices } from './camera.ts'
import { cameraLabelOf, listCameras, openChosenCamera, openOtherCamera } from './camera-choice.ts'

function deviceWith(cameras: readonly { id: string; label?: string; fails?: string }[]) {
  const asked: (string | undefined)[] = []
  const devices = {
    enumerateDevices: async () => cameras.map(({ id, label = '' }) => ({ kind: 'videoinput', deviceId: id, label })),
    getUserMedia: async ({ video }: { video: MediaTrackConstraints }) => {
      const exact = (video.deviceId as { exact: string } | undefined)?.exact
      asked.push(exact ?? (video.facingMode as string | undefined))
      const camera = exact ? cameras.find(({ id }) => id === exact) : cameras[0]
      if (!camera) throw Object.assign(new Error(), { name: 'OverconstrainedError' })
      if (camera.fails) throw Object.assign(new Error(), { name: camera.fails })
      const track = { label: camera.label, stop: () => {}, getSettings: () => ({}) }
      return { getTracks: () => [track], getVideoTracks: () => [track] }
    },
  } as unknown as CameraDevices
  return { devices, asked }
}

const shows = async () => null
const opened = (result: Awaited<ReturnType<typeof openChosenCamera>>) =>
  typeof result === 'string' ? result : cameraLabelOf(result)

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

describe('choice between several cameras', () => {
  it.each(['NotReadableError', 'AbortError', 'OverconstrainedError', 'TypeError'])(
    'opens and remembers another camera when the first fails with %s',
    async (fails) => {
      const { devices, asked } = deviceWith([{ id: 'a', fails }, ...two.slice(1)])
      expect(await openChosenCamera(devices, undefined, shows)).toMatch(/^(busy|failed)$/)
      expect(opened(await openChosenCamera(devices, 'b', shows))).toBe('USB Camera')
      expect(opened(await openChosenCamera(devices, undefined, shows))).toBe('USB Camera')
      expect(asked).toEqual(['user', 'b', 'b'])
    },
  )

  it('a black camera counts as failed and is released', async () => {
    const { devices } = deviceWith([{ id: 'a', label: 'A' }, ...two.slice(1)])
    const black = async (stream: MediaStream) => (cameraLabelOf(stream) === 'A' ? 'black' : null)
    expect(await openChosenCamera(devices, undefined, black)).toBe('black')
    expect(await openOtherCamera(devices, black)).toMatchObject({ label: 'USB Camera' })
    expect(opened(await openChosenCamera(devices, undefined, black))).toBe('USB Camera')
  })

  it('a remembered camera that is gone is replaced by another', async () => {
    const there = deviceWith(two)
    await openChosenCamera(there.devices, 'b', shows)
    const gone = deviceWith([{ id: 'c', label: 'C' }])
    expect(opened(await openChosenCamera(gone.devices, undefined, shows))).toBe('C')
    expect(gone.asked).toEqual(['b', 'user'])
  })

  it('camera names are readable and distinct', async () => {
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

  it('a phone without camera names offers one camera per side', async () => {
    const { devices, asked } = deviceWith([{ id: '' }])
    const [, back] = await listCameras(devices, true)
    expect(back).toEqual({ deviceId: 'facing:environment', label: '后置摄像头' })
    await openChosenCamera(devices, back?.deviceId, shows)
    expect(asked).toEqual(['environment'])
    expect(await listCameras(devices)).toEqual([])
  })
})
