import { permanentRefusalText } from '../answers.ts'
import type { ClientInput, ClientOutput } from '../call.ts'
import { deviceNow } from '../clock.ts'
import type { CameraDevices, CameraProblem } from './camera.ts'
import { blackPictureProblem, renderSamplePicture, takeCameraPicture } from './camera.ts'
import { mayOtherCameraHelp, openChosenCamera, openOtherCamera } from './camera-choice.ts'

export type RehearsalPart = 'camera' | 'upload' | 'clock' | 'autosave'
export type RehearsedLevel = ClientInput<'POST /exam/v1/rehearse'>['camera']
export interface RehearsalFinding {
  level: RehearsedLevel
  note: string
  problem?: CameraProblem
}
export type RehearsalFindings = Record<RehearsalPart, RehearsalFinding>

export interface RehearsalCalls {
  read: () => Promise<ClientOutput<'GET /exam/v1/rehearsal'>>
  save: (input: ClientInput<'POST /exam/v1/rehearse_save'>) => Promise<ClientOutput<'POST /exam/v1/rehearse_save'>>
  upload: (picture: Blob) => Promise<unknown>
}

interface Surroundings {
  devices: () => CameraDevices | undefined
  picture: (stream: MediaStream) => Promise<Blob>
  shows: typeof blackPictureProblem
  sample: () => Promise<Blob>
  /** `steady` is in milliseconds, `device` in epoch milliseconds. */
  steady: () => number
  device: () => number
}

const browser: Surroundings = {
  devices: () => globalThis.navigator?.mediaDevices,
  picture: takeCameraPicture,
  shows: blackPictureProblem,
  sample: renderSamplePicture,
  steady: () => performance.now(),
  device: deviceNow,
}

const uploadMs = { green: 3000, amber: 10_000 }
const saveMs = { green: 1000, amber: 4000 }
const saves = 3
const clockMs = 30_000

/** `tell` receives each result of the rehearsal as soon as it is known. */
export async function runRehearsal(
  calls: RehearsalCalls,
  tell: (part: RehearsalPart, found: RehearsalFinding) => void,
  around: Surroundings = browser,
): Promise<RehearsalFindings> {
  const parts: Record<RehearsalPart, () => Promise<RehearsalFinding>> = {
    camera: () => checkCamera(around),
    upload: () => checkUpload(calls, around),
    clock: () => checkClock(calls, around),
    autosave: () => checkSaves(calls, around),
  }
  const run = async (part: RehearsalPart) => {
    const found = await parts[part]().catch(
      (error: unknown): RehearsalFinding => ({ level: 'RED', note: permanentRefusalText(error) ?? lost[part] }),
    )
    tell(part, found)
    return found
  }
  const camera = await run('camera')
  const upload = await run('upload')
  const clock = await run('clock')
  const autosave = await run('autosave')
  return { camera, upload, clock, autosave }
}

const lost: Record<RehearsalPart, string> = {
  camera: '没有连上服务器',
  upload: '图片没有传到服务器，网络可能拦截了上传',
  clock: '没有连上服务器',
  autosave: '没有连上服务器',
}

/** The picture never leaves the device. Tries another camera after a failure. */
async function checkCamera(around: Surroundings): Promise<RehearsalFinding> {
  const { devices, shows } = around
  const stream = await openChosenCamera(devices(), undefined, shows)
  if (typeof stream !== 'string') return tryPicture(stream, around)
  const problem: RehearsalFinding = { level: 'RED', note: '', problem: stream }
  if (!mayOtherCameraHelp(stream)) return problem
  const another = await openOtherCamera(devices(), shows)
  if (!another) return problem
  const found = await tryPicture(another.stream, around)
  if (found.level !== 'GREEN') return problem
  return { level: 'AMBER', note: `原来的摄像头打不开，考试时将改用“${another.label}”` }
}

async function tryPicture(stream: MediaStream, { picture }: Surroundings): Promise<RehearsalFinding> {
  try {
    await picture(stream)
    return { level: 'GREEN', note: '能拍照' }
  } catch {
    return { level: 'RED', note: '', problem: 'failed' }
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

/** Uploads a sample like a capture, because some networks pass calls but block files. */
async function checkUpload(calls: RehearsalCalls, { sample, steady }: Surroundings): Promise<RehearsalFinding> {
  const picture = await sample()
  const from = steady()
  await calls.upload(picture)
  return inTime(steady() - from, uploadMs)
}

/**
 * Compares the device's clock with the server's. A wrong clock gives only a warning, because the server's time decides
 * in the exam.
 */
async function checkClock(calls: RehearsalCalls, { steady, device }: Surroundings): Promise<RehearsalFinding> {
  const from = steady()
  const { serverNow } = await calls.read()
  const off = device() - (steady() - from) / 2 - Date.parse(serverNow)
  if (Math.abs(off) <= clockMs) return { level: 'GREEN', note: '与服务器一致' }
  const seconds = Math.round(Math.abs(off) / 1000)
  const note = `本机时钟${off > 0 ? '快' : '慢'} ${seconds} 秒；考试以服务器时间为准`
  return { level: 'AMBER', note }
}

async function checkSaves(calls: RehearsalCalls, { steady }: Surroundings): Promise<RehearsalFinding> {
  let slowest = 0
  for (let seq = 1; seq <= saves; seq += 1) {
    const from = steady()
    const questionId = '00000000-0000-4000-8000-000000000000'
    const answers = { [questionId]: ['A'] }
    const saved = await calls.save({ seq, answers })
    if (saved.savedSeq !== seq || saved.answers[questionId]?.[0] !== 'A')
      return { level: 'RED', note: '保存的答案与发出的不一致' }
    slowest = Math.max(slowest, steady() - from)
  }
  return inTime(slowest, saveMs)
}

function inTime(ms: number, limits: { green: number; amber: number }): RehearsalFinding {
  const note = ms < 100 ? '不到 0.1 秒' : `${(ms / 1000).toFixed(1)} 秒`
  if (ms <= limits.green) return { level: 'GREEN', note }
  return { level: ms <= limits.amber ? 'AMBER' : 'RED', note }
}
