import { storedValue } from '../stored.ts'
import { type CameraProblem, type Devices, openCamera, showsPicture } from './camera.ts'

export interface CameraChoice {
  /** the device's, or which way a phone's camera looks where it does not name them */
  deviceId: string
  label: string
}

const facing = 'facing:'
/** for phones whose browser names no camera before one was opened */
const bothWays: readonly CameraChoice[] = [
  { deviceId: `${facing}user`, label: '前置摄像头' },
  { deviceId: `${facing}environment`, label: '后置摄像头' },
]

const remembered = storedValue('exam:camera', (text) => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'string' && value.length <= 500 ? value : null
})

/** The cameras to choose from; their names are known only once one has been allowed. `phone`: it has two, whatever its browser says. */
export async function listCameras(
  devices: Devices | undefined,
  phone = false,
): Promise<CameraChoice[]> {
  try {
    const found = (await devices?.enumerateDevices()) ?? []
    const cameras = found.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId)
    if (phone && cameras.length < 2) return [...bothWays]
    return numbered(
      cameras.map(({ deviceId, label }) => ({ deviceId, label: readable(label) || '摄像头' })),
    )
  } catch {
    return []
  }
}

/** Android names its cameras "camera2 1, facing front"; Windows adds the number of the maker. */
function readable(label: string): string {
  if (/facing front/i.test(label)) return '前置摄像头'
  if (/facing back/i.test(label)) return '后置摄像头'
  return label.replace(/\s*\([0-9a-f]{4}:[0-9a-f]{4}\)$/i, '').trim()
}

/** Two of the same name are told apart by their numbers. */
function numbered(cameras: CameraChoice[]): CameraChoice[] {
  const count = new Map<string, number>()
  for (const { label } of cameras) count.set(label, (count.get(label) ?? 0) + 1)
  const seen = new Map<string, number>()
  return cameras.map(({ deviceId, label }) => {
    if ((count.get(label) ?? 0) < 2) return { deviceId, label }
    const no = (seen.get(label) ?? 0) + 1
    seen.set(label, no)
    return { deviceId, label: `${label} ${no}` }
  })
}

/** Which of them a stream comes from. */
export function deviceOf(stream: MediaStream | null): string | undefined {
  return stream?.getVideoTracks()[0]?.getSettings().deviceId
}

/** What the device calls the camera of a stream. */
export function labelOf(stream: MediaStream | null): string | undefined {
  return stream?.getVideoTracks()[0]?.label || undefined
}

/**
 * Opens the camera that is asked for, else the one that worked last time on this device, and looks whether it shows anything: a program that
 * holds a camera, or a cover, leaves a black picture. What works is remembered.
 */
export async function openChosen(
  devices: Devices | undefined,
  asked?: string,
  shows: typeof showsPicture = showsPicture,
): Promise<MediaStream | CameraProblem> {
  const wanted = asked ?? remembered.get() ?? undefined
  const way = wanted?.startsWith(facing) ? wanted.slice(facing.length) : undefined
  const stream = await openCamera(devices, way ? undefined : wanted, way)
  if (typeof stream === 'string') return stream
  const problem = await shows(stream)
  if (problem) {
    for (const track of stream.getTracks()) track.stop()
    return problem
  }
  if (asked) remembered.set(asked)
  return stream
}

/** What another camera may help with: no permission, or no camera at all, is the same for all of them. */
export function mayAnotherHelp(problem: string): boolean {
  return ['busy', 'failed', 'black', 'lost'].includes(problem)
}

/** The first camera that opens, besides those that were tried; it is remembered for the exam. Null: none does. */
export async function openAnother(
  devices: Devices | undefined,
  shows: typeof showsPicture = showsPicture,
): Promise<{ stream: MediaStream; label: string } | null> {
  for (const { deviceId, label } of (await listCameras(devices)).slice(0, mostTried)) {
    const stream = await openChosen(devices, deviceId, shows)
    if (typeof stream !== 'string') return { stream, label }
  }
  return null
}

/** each may take some seconds */
const mostTried = 4
