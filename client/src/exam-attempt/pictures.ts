import { CallRefused, verdictOf } from '../answers.ts'
import type { CallOptions, Input } from '../call.ts'
import type { CameraProblem } from './camera.ts'
import type { CameraState } from './state.ts'

/** Reasons as staff read them beside a missing picture. */
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

/** What a capture is made with. */
export interface PictureCalls {
  take: () => Promise<Blob>
  /** what the camera is called */
  label: () => string | undefined
  camera: () => CameraState
  upload: (picture: Blob, options: CallOptions) => Promise<{ id: string }>
  send: (input: Input<'POST /exam/v1/exam_capture'>) => Promise<unknown>
}

/**
 * Takes and sends the pictures of one attempt. What was taken is kept until it has arrived, so that a
 * retry sends the same; what could not be taken is told as its reason.
 */
export function makePictures(attemptId: string, calls: PictureCalls) {
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

  async function send(input: Input<'POST /exam/v1/exam_capture'>): Promise<void> {
    await calls.send(input)
  }

  /** 'again': it could not be sent now. Whatever the server will not have is done with. */
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

  /** The picture itself was refused: next time its reason goes instead. */
  function sayNotUploaded(no: number, error: CallRefused): 'done' | 'again' {
    if (typeof taken.get(no) === 'string') return 'done'
    taken.set(no, `照片上传被拒绝：${error.msg}`.slice(0, 200))
    return 'again'
  }
}

/** as much as the call takes; the server keeps less */
const longestLabel = 1000

interface Taken {
  blob: Blob
  camera: string | undefined
}

async function takeOrSay({ camera, label, take }: PictureCalls): Promise<Taken | string> {
  const state = camera()
  if (state !== 'ready') return captureFailures[state]
  // before the picture: the camera may be let go meanwhile
  const name = label()?.slice(0, longestLabel)
  return take().then(
    (blob) => ({ blob, camera: name }),
    () => '未能取得画面',
  )
}

function isFinal(error: unknown): boolean {
  if (error instanceof CallRefused && error.key === 'file.tooMany') return false
  return verdictOf(error) !== null
}
