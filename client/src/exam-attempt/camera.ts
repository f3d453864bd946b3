/**
 * Why there is no picture. The check is the specification's (§5): at least one video input device must exist;
 * it fails when none exists or when enumeration fails. The others come after it, from opening the device.
 */
export type CameraProblem =
  /** the page is not secure, or the browser knows no cameras: `mediaDevices` is undefined */
  | 'insecure'
  | 'enumeration-failed'
  | 'none'
  | 'refused'
  | 'busy'
  | 'failed'
  /** it opens and shows nothing: covered, or held by another program */
  | 'black'
  /** it was there and has gone during the attempt */
  | 'lost'

export type Devices = Pick<MediaDevices, 'enumerateDevices' | 'getUserMedia'>

/** The check of the specification, and nothing else. Null: passed. */
export async function checkDevices(devices: Devices | undefined): Promise<CameraProblem | null> {
  if (!devices) return 'insecure'
  try {
    const found = await devices.enumerateDevices()
    return found.some(({ kind }) => kind === 'videoinput') ? null : 'none'
  } catch {
    return 'enumeration-failed'
  }
}

/** What opening a camera was refused with. */
export function problemOf(error: unknown): CameraProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy'
  return name === 'NotFoundError' ? 'none' : 'failed'
}

/** A phone's front camera; a desk's only has one way to look. */
const wanted = { width: { ideal: 640 }, height: { ideal: 480 }, facingMode: 'user' }

/**
 * Checks, then opens the device, or the one the browser prefers when that one has gone. `picture` says what it is to show, or which way it is
 * to look.
 */
export async function openCamera(
  devices: Devices | undefined,
  deviceId?: string,
  look: MediaTrackConstraints | string = wanted,
): Promise<MediaStream | CameraProblem> {
  const picture = typeof look === 'string' ? { ...wanted, facingMode: look } : look
  const problem = await checkDevices(devices)
  if (problem || !devices) return problem ?? 'insecure'
  const open = (video: MediaTrackConstraints) => devices.getUserMedia({ video, audio: false })
  try {
    if (!deviceId) return await open(picture)
    return await open({ ...picture, deviceId: { exact: deviceId } }).catch((error: Error) => {
      if (error.name !== 'OverconstrainedError' && error.name !== 'NotFoundError') throw error
      return open(picture)
    })
  } catch (error) {
    return problemOf(error)
  }
}

const jpegQuality = 0.8
const frameMs = 5000

/** One still picture of a stream as JPEG. @throws when no frame comes */
export function takePicture(stream: MediaStream): Promise<Blob> {
  return withFrames(stream, (video) => {
    const canvas = document.createElement('canvas')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    return toJpeg(canvas)
  })
}

/** Does something with a stream once its frames come. @throws when none comes */
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

/** a camera gets used to the light for so long */
const warmingMs = 3000
const lookMs = 200
/** of 255: the black of a film is 16, and a dark room is never so even */
const darkest = 24

/** Whether a stream shows anything; its problem when it does not. A page that is not seen gets no frames: nothing is known then. */
export async function showsPicture(stream: MediaStream): Promise<'black' | 'failed' | null> {
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

/** The brightest spot of the frame that is shown, 0 to 255. */
function brightest(video: HTMLVideoElement): number {
  const canvas = document.createElement('canvas')
  const size = { width: 32, height: 24 }
  Object.assign(canvas, size)
  const pen = canvas.getContext('2d')
  if (!pen) return 255
  pen.drawImage(video, 0, 0, size.width, size.height)
  const { data } = pen.getImageData(0, 0, size.width, size.height)
  let most = 0
  for (let at = 0; at < data.length; at += 4)
    most = Math.max(most, data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
  return most
}

/** A picture that shows nobody and weighs about what a camera's does, as JPEG. @throws when the browser draws none */
export function drawSample(): Promise<Blob> {
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

/** pixels: smaller ones take long to draw, larger ones weigh too little */
const sampleCell = 10

async function toJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', jpegQuality),
  )
  if (!blob) throw new Error('no picture')
  return blob
}

const once = (target: EventTarget, name: string) =>
  new Promise((resolve) => target.addEventListener(name, resolve, { once: true }))

function inTime(work: Promise<unknown>): Promise<unknown> {
  const late = new Promise((_resolve, reject) =>
    setTimeout(() => reject(new Error('no frame in time')), frameMs),
  )
  return Promise.race([work, late])
}
