import { describe, expect, it } from 'vitest'
import { CallFailed, CallOffline, CallRefused } from '../answers.ts'
import { type CameraDevices, cameraProblemOf, checkCameraDevices, openCamera } from './camera.ts'
import { makeCaptureSender } from './pictures.ts'

const device = (kind: MediaDeviceKind): MediaDeviceInfo => ({
  kind,
  deviceId: 'd',
  groupId: 'g',
  label: '',
  toJSON: () => ({}),
})
const named = (name: string) => Object.assign(new Error(name), { name })

function devices(kinds: MediaDeviceKind[], refusal?: string): CameraDevices {
  return {
    enumerateDevices: async () => kinds.map(device),
    getUserMedia: () => Promise.reject(named(refusal ?? 'NotAllowedError')),
  }
}

describe('camera check', () => {
  it('the camera check passes when at least one video input exists', async () => {
    expect(await checkCameraDevices(devices(['audioinput', 'videoinput']))).toBeNull()
  })

  it('the camera check fails without devices, or when listing them fails', async () => {
    expect(await checkCameraDevices(devices(['audioinput', 'audiooutput']))).toBe('none')
    const broken = { ...devices([]), enumerateDevices: () => Promise.reject(new Error('no')) }
    expect(await checkCameraDevices(broken)).toBe('enumeration-failed')
    expect(await checkCameraDevices(undefined)).toBe('insecure')
  })

  it('the camera check distinguishes a refusal, a busy camera and other errors', async () => {
    expect(await openCamera(devices(['videoinput'], 'NotAllowedError'))).toBe('refused')
    expect(await openCamera(devices(['videoinput'], 'NotReadableError'))).toBe('busy')
    expect(await openCamera(devices(['videoinput'], 'OverconstrainedError'), 'gone')).toBe('failed')
    expect(await openCamera(devices([]))).toBe('none')
    expect(cameraProblemOf('what')).toBe('failed')
  })
})

describe('capture uploads', () => {
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

  it('a repeated capture upload sends the same picture', async () => {
    let uploads = 0
    let up = false
    const capture = makeCaptureSender('attempt', {
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

  it('a capture without a picture sends the reason why it is missing', async () => {
    expect(await makeCaptureSender('attempt', { ...calls, camera: () => 'busy' as const })(1)).toBe('done')
    expect(lastSent()).toEqual({ attemptId: 'attempt', no: 1, failure: '摄像头被其他程序占用' })
    const blind = makeCaptureSender('attempt', { ...calls, take: () => Promise.reject(new Error('x')) })
    expect(await blind(2)).toBe('done')
    expect(lastSent()).toEqual({ attemptId: 'attempt', no: 2, failure: '未能取得画面' })
  })

  it('a refused upload is reported as a reason, and a refused capture is not sent again', async () => {
    const refusal = new CallRefused({ code: 3003, msg: '不支持', data: { key: 'file.wrongType' } })
    const capture = makeCaptureSender('attempt', { ...calls, upload: () => Promise.reject(refusal) })
    expect(await capture(1)).toBe('again')
    expect(await capture(1)).toBe('done')
    expect(lastSent()).toEqual({ attemptId: 'attempt', no: 1, failure: '照片上传被拒绝：不支持' })
    const taken = makeCaptureSender('attempt', { ...calls, send: () => Promise.reject(refusal) })
    expect(await taken(2)).toBe('done')
    // A firewall's page is not a decision of the server.
    const stopped = () => Promise.reject(new CallFailed(403))
    expect(await makeCaptureSender('attempt', { ...calls, send: stopped })(3)).toBe('again')
  })
})
