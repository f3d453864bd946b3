/**
 * The check needs at least one video input (docs/rules/exam.md#camera). Other problems come from opening the camera.
 */
export type CameraProblem =
  /** The page is not secure or the browser is old, so `mediaDevices` is undefined. */
  | 'insecure'
  | 'enumeration-failed'
  | 'none'
  | 'refused'
  | 'busy'
  | 'failed'
  /** The picture is black: covered, or used by another program. */
  | 'black'
  /** The camera disappeared during the attempt. */
  | 'lost'

export type CameraDevices = Pick<MediaDevices, 'enumerateDevices' | 'getUserMedia'>

/** Returns null when the check passed. */
export async function checkCameraDevices(devices: CameraDevices | undefined): Promise<CameraProblem | null> {
  if (!devices) return 'insecure'
  try {
    const found = await devices.enumerateDevices()
    return found.some(({ kind }) => kind === 'videoinput') ? null : 'none'
  } catch {
    return 'enumeration-failed'
  }
}

export function cameraProblemOf(error: unknown): CameraProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return name === 'NotFoundError' ? 'none' : 'failed'
}

const wanted = { width: { ideal: 640 }, height: { ideal: 480 }, facingMode: 'user' }

/** Opens another camera when the chosen one is gone. */
export async function openCamera(
  devices: CameraDevices | undefined,
  deviceId?: string,
  look: MediaTrackConstraints | string = wanted,
): Promise<MediaStream | CameraProblem> {
  const picture = typeof look === 'string' ? { ...wanted, facingMode: look } : look
  const problem = await checkCameraDevices(devices)
  if (problem || !devices) return problem ?? 'insecure'
  const open = (video: MediaTrackConstraints) => devices.getUserMedia({ video, audio: false })
  try {
    if (!deviceId) return await open(picture)
    return await open({ ...picture, deviceId: { exact: deviceId } }).catch((error: Error) => {
      if (error.name !== 'OverconstrainedError' && error.name !== 'NotFoundError') throw error
      return open(picture)
    })
  } catch (error) {
    return cameraProblemOf(error)
  }
}

const jpegQuality = 0.8
const frameMs = 5000

/** Returns a JPEG. @throws when no frame arrives */
export function takeCameraPicture(stream: MediaStream): Promise<Blob> {
  return withFrames(stream, (video) => {
    const canvas = document.createElement('canvas')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    return toJpeg(canvas)
  })
}

/** @throws when no frame arrives */
async function withFrames<Result>(
  stream: MediaStream,
  work: (video: HTMLVideoElement) => Promise<Result>,
): Promise<Result> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  try {
    await inTime(video.play())
    if (video.videoWidth === 0) await inTime(once(video, 'loadeddata'))
    return await work(video)
  } finally {
    video.srcObject = null
  }
}

/** Milliseconds a camera needs to adapt to the light. */
const warmingMs = 3000
const lookMs = 200
/** Brightness from 0 to 255. Video black is 16, and even a dark room has brighter spots. */
const darkest = 24

/**
 * Checks whether the camera's picture is black. In a hidden page the result is unknown, because the camera sends no
 * frames.
 */
export async function blackPictureProblem(stream: MediaStream): Promise<'black' | 'failed' | null> {
  if (stream.getVideoTracks().length === 0 || document.hidden) return null
  try {
    return await withFrames(stream, async (video) => {
      for (let waited = 0; waited <= warmingMs; waited += lookMs) {
        if (document.hidden || brightest(video) > darkest) return null
        await new Promise((next) => setTimeout(next, lookMs))
      }
      return 'black'
    })
  } catch {
    return document.hidden ? null : 'failed'
  }
}

/** Returns the brightness of the brightest spot, from 0 to 255. */
function brightest(video: HTMLVideoElement): number {
  const canvas = document.createElement('canvas')
  const size = { width: 32, height: 24 }
  Object.assign(canvas, size)
  const pen = canvas.getContext('2d')
  if (!pen) return 255
  pen.drawImage(video, 0, 0, size.width, size.height)
  const { data } = pen.getImageData(0, 0, size.width, size.height)
  let most = 0
  for (let at = 0; at < data.length; at += 4) most = Math.max(most, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
  return most
}

/** A JPEG with about the size of a camera picture. @throws when the browser cannot render it */
export function renderSamplePicture(): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const { ideal: width } = wanted.width
  const { ideal: height } = wanted.height
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  for (let x = 0; x < width; x += sampleCell)
    for (let y = 0; y < height; y += sampleCell) {
      if (pen) pen.fillStyle = `hsl(${Math.random() * 360}, 40%, ${Math.random() * 100}%)`
      pen?.fillRect(x, y, sampleCell, sampleCell)
    }
  return toJpeg(canvas)
}

/** Size in pixels. Smaller cells render slowly, larger ones compress too well. */
const sampleCell = 10

async function toJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality))
  if (!blob) throw new Error('no picture')
  return blob
}

const once = (target: EventTarget, name: string) =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }))

function inTime(work: Promise<unknown>): Promise<unknown> {
  const late = new Promise((_resolve, reject) => setTimeout(() => reject(new Error('no frame in time')), frameMs))
  return Promise.race([work, late])
}
