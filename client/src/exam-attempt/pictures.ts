import { CallRefused, permanentRefusalText } from '../answers.ts'
import type { CallOptions, ClientInput } from '../call.ts'
import type { CameraProblem } from './camera.ts'
import type { CameraState } from './state.ts'

/** Texts for staff beside a missing picture. */
const captureFailures: Record<CameraProblem | 'off' | 'checking', string> = {
  insecure: '页面不是安全连接，无法使用摄像头',
  'enumeration-failed': '无法读取摄像头列表',
  none: '没有找到摄像头',
  refused: '未授权使用摄像头',
  busy: '摄像头被其他程序占用',
  failed: '摄像头无法打开',
  black: '摄像头画面全黑',
  lost: '摄像头中途断开',
  off: '摄像头未打开',
  checking: '摄像头未就绪',
}

export interface CaptureCalls {
  take: () => Promise<Blob>
  label: () => string | undefined
  camera: () => CameraState
  upload: (picture: Blob, options: CallOptions) => Promise<{ id: string }>
  send: (input: ClientInput<'POST /exam/v1/exam_capture'>) => Promise<unknown>
}

/** Keeps each picture until it has arrived, so that a retry sends the same one. */
export function makeCaptureSender(attemptId: string, calls: CaptureCalls) {
  const taken = new Map<number, Taken | string>()
  const uploaded = new Map<number, string>()

  async function post(no: number): Promise<void> {
    const picture = taken.get(no) ?? (await takeOrSay(calls))
    taken.set(no, picture)
    if (typeof picture === 'string') return send({ attemptId, no, failure: picture })
    const { blob, camera } = picture
    const fileId = uploaded.get(no) ?? (await calls.upload(blob, { quiet: true })).id
    uploaded.set(no, fileId)
    await send({ attemptId, no, fileId, ...(camera ? { camera } : {}) })
  }

  async function send(input: ClientInput<'POST /exam/v1/exam_capture'>): Promise<void> {
    await calls.send(input)
  }

  /** 'again' means a temporary failure. A refused capture is finished. */
  return async function capture(no: number): Promise<'done' | 'again'> {
    try {
      await post(no)
    } catch (error) {
      if (!isFinal(error)) return 'again'
      if (error instanceof CallRefused && !uploaded.has(no)) return sayNotUploaded(no, error)
    }
    taken.delete(no)
    return 'done'
  }

  function sayNotUploaded(no: number, error: CallRefused): 'done' | 'again' {
    if (typeof taken.get(no) === 'string') return 'done'
    taken.set(no, `照片上传被拒绝：${error.msg}`.slice(0, 200))
    return 'again'
  }
}

/** Longest camera name that the call takes, in characters. The server stores less. */
const longestLabel = 1000

interface Taken {
  blob: Blob
  camera: string | undefined
}

async function takeOrSay({ camera, label, take }: CaptureCalls): Promise<Taken | string> {
  const state = camera()
  if (state !== 'ready') return captureFailures[state]
  // Read the camera's name before taking the picture, because the camera may be released.
  const name = label()?.slice(0, longestLabel)
  return take().then(
    (blob) => ({ blob, camera: name }),
    () => '未能取得画面',
  )
}

function isFinal(error: unknown): boolean {
  if (error instanceof CallRefused && error.key === 'file.tooMany') return false
  return permanentRefusalText(error) !== null
}
