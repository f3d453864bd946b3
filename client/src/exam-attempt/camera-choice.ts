import { createStoredValue } from '../stored-value.ts'
import { blackPictureProblem, type CameraDevices, type CameraProblem, openCamera } from './camera.ts'

export interface CameraChoice {
  /** Device id, or the facing mode where a phone does not name its cameras. */
  deviceId: string
  label: string
}

const facing = 'facing:'
/** Some phone browsers name no camera before one was opened. */
const bothWays: readonly CameraChoice[] = [
  { deviceId: `${facing}user`, label: '前置摄像头' },
  { deviceId: `${facing}environment`, label: '后置摄像头' },
]

const remembered = createStoredValue('exam:camera', (text) => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'string' && value.length <= 500 ? value : null
})

/**
 * Names are known only after the user has given permission. A `phone` has two cameras, even if its browser hides them.
 */
export async function listCameras(devices: CameraDevices | undefined, phone = false): Promise<CameraChoice[]> {
  try {
    const found = (await devices?.enumerateDevices()) ?? []
    const cameras = found.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId)
    if (phone && cameras.length < 2) return [...bothWays]
    return numbered(cameras.map(({ deviceId, label }) => ({ deviceId, label: readable(label) || '摄像头' })))
  } catch {
    return []
  }
}

/** Android names cameras like "camera2 1, facing front". */
function readable(label: string): string {
  if (/facing front/i.test(label)) return '前置摄像头'
  if (/facing back/i.test(label)) return '后置摄像头'
  return label.replace(/\s*\([0-9a-f]{4}:[0-9a-f]{4}\)$/i, '').trim()
}

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

export function cameraIdOf(stream: MediaStream | null): string | undefined {
  return stream?.getVideoTracks()[0]?.getSettings().deviceId
}

export function cameraLabelOf(stream: MediaStream | null): string | undefined {
  return stream?.getVideoTracks()[0]?.label || undefined
}

/** Also checks the camera's picture, which is black when covered or used by another program. */
export async function openChosenCamera(
  devices: CameraDevices | undefined,
  asked?: string,
  shows: typeof blackPictureProblem = blackPictureProblem,
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

/** Another camera cannot help when the permission is missing or no camera exists. */
export function mayOtherCameraHelp(problem: string): boolean {
  return ['busy', 'failed', 'black', 'lost'].includes(problem)
}

/** Returns null when no untried camera works. */
export async function openOtherCamera(
  devices: CameraDevices | undefined,
  shows: typeof blackPictureProblem = blackPictureProblem,
): Promise<{ stream: MediaStream; label: string } | null> {
  for (const { deviceId, label } of (await listCameras(devices)).slice(0, mostTried)) {
    const stream = await openChosenCamera(devices, deviceId, shows)
    if (typeof stream !== 'string') return { stream, label }
  }
  return null
}

const mostTried = 4
