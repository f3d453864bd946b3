import { describe, expect, it } from 'vitest'
import { CallFailed, CallOffline, CallRefused } from '../answers.ts'
import { checkDevices, type Devices, openCamera, problemOf } from './camera.ts'
import { makePictures } from './pictures.ts'

const device = (kind: MediaDeviceKind): MediaDeviceInfo => ({
  kind,
  deviceId: 'd',
  groupId: 'g',
  label: '',
  toJSON: () => ({}),
})
const named = (name: string) => Object.assign(new Error(name), { name })

function devices(kinds: MediaDeviceKind[], refusal?: string): Devices {
  return {
    enumerateDevices: async () => kinds.map(device),
    getUserMedia: () => Promise.reject(named(refusal ?? 'NotAllowedError')),
  }
}

describe('the camera check (specification §5)', () => {
  it('passes when at least one video input exists', async () => {
    expect(await checkDevices(devices(['audioinput', 'videoinput']))).toBeNull()
  })

  it('fails when none exists, when enumeration fails, and where there are no media devices at all', async () => {
    expect(await checkDevices(devices(['audioinput', 'audiooutput']))).toBe('none')
    const broken = { ...devices([]), enumerateDevices: () => Promise.reject(new Error('no')) }
    expect(await checkDevices(broken)).toBe('enumeration-failed')
    expect(await checkDevices(undefined)).toBe('insecure')
  })

  it('tells a refusal, a busy camera and the rest apart', async () => {
    expect(await openCamera(devices(['videoinput'], 'NotAllowedError'))).toBe('refused')
    expect(await openCamera(devices(['videoinput'], 'NotReadableError'))).toBe('busy')
    expect(await openCamera(devices(['videoinput'], 'OverconstrainedError'), 'gone')).toBe('failed')
    expect(await openCamera(devices([]))).toBe('none')
    expect(problemOf('what')).toBe('failed')
  })
})

describe('captures', () => {
  const sent: unknown[] = []
  const calls = {
    take: async () => new Blob(['picture']),
    label: () => 'USB Camera' as string | undefined,
    camera: () => 'ready' as const,
    upload: async () => ({ id: 'file' }),
    send: async (input: unknown) => {
      sent.push(input)
    },
  }
  const lastSent = () => sent.splice(0).at(-1)

  it('sends the picture, and the very same one when it has to be repeated', async () => {
    let uploads = 0
    let up = false
    const capture = makePictures('attempt', {
      ...calls,
      upload: async () => ({ id: `file ${++uploads}` }),
      send: async (input) => {
        if (!up) throw new CallOffline(false)
        sent.push(input)
      },
    })
    expect(await capture(1)).toBe('again')
    up = true
    expect(await capture(1)).toBe('done')
    expect(lastSent()).toEqual({
      ...{ attemptId: 'attempt', no: 1, fileId: 'file 1', camera: 'USB Camera' },
    })
  })

  it('sends the reason when there is no picture', async () => {
    expect(await makePictures('attempt', { ...calls, camera: () => 'busy' as const })(1)).toBe(
      'done',
    )
    expect(lastSent()).toEqual({ attemptId: 'attempt', no: 1, failure: '摄像头被其他程序占用' })
    const blind = makePictures('attempt', { ...calls, take: () => Promise.reject(new Error('x')) })
    expect(await blind(2)).toBe('done')
    expect(lastSent()).toEqual({ attemptId: 'attempt', no: 2, failure: '未能取得画面' })
  })

  it('a refused upload becomes a reason; a refused capture is done with', async () => {
    const refusal = new CallRefused({ code: 3003, msg: '不支持', data: { key: 'file.wrongType' } })
    const capture = makePictures('attempt', { ...calls, upload: () => Promise.reject(refusal) })
    expect(await capture(1)).toBe('again')
    expect(await capture(1)).toBe('done')
    expect(lastSent()).toEqual({ attemptId: 'attempt', no: 1, failure: '照片上传被拒绝：不支持' })
    const taken = makePictures('attempt', { ...calls, send: () => Promise.reject(refusal) })
    expect(await taken(2)).toBe('done')
    // no word of the server on the picture: a firewall's page
    const stopped = () => Promise.reject(new CallFailed(403))
    expect(await makePictures('attempt', { ...calls, send: stopped })(3)).toBe('again')
  })
})
