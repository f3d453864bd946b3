import type { Input, Output } from '../call.ts'
import { type CameraProblem, type Devices, openCamera, takePicture } from './camera.ts'

export type Part = 'camera' | 'upload' | 'clock' | 'autosave'
export type Level = Input<'POST /exam/v1/rehearse'>['camera']
/** `problem`: the camera's, whose words the page has */
export interface Found {
  level: Level
  note: string
  problem?: CameraProblem
}
export type Findings = Record<Part, Found>

export interface RehearsalCalls {
  read: () => Promise<Output<'GET /exam/v1/rehearsal'>>
  save: (
    input: Input<'POST /exam/v1/rehearse_save'>,
  ) => Promise<Output<'POST /exam/v1/rehearse_save'>>
}

interface Surroundings {
  devices: () => Devices | undefined
  picture: (stream: MediaStream) => Promise<Blob>
  /** a clock that nobody sets, ms; and what the device's own clock shows, epoch ms */
  steady: () => number
  device: () => number
}

const browser: Surroundings = {
  devices: () => globalThis.navigator?.mediaDevices,
  picture: takePicture,
  steady: () => performance.now(),
  device: () => Date.now(),
}

/** as large as a capture */
const pictureBytes = 60_000
const uploadMs = { green: 3000, amber: 10_000 }
const saveMs = { green: 1000, amber: 4000 }
const saves = 3
const clockMs = 30_000

/** 考前自检: what an exam needs of this device and its way to the server, a part at a time; `tell` hears each as it is known. */
export async function runRehearsal(
  calls: RehearsalCalls,
  tell: (part: Part, found: Found) => void,
  around: Surroundings = browser,
): Promise<Findings> {
  const parts: Record<Part, () => Promise<Found>> = {
    camera: () => checkCamera(around),
    upload: () => checkUpload(calls, around),
    clock: () => checkClock(calls, around),
    autosave: () => checkSaves(calls, around),
  }
  const run = async (part: Part) => {
    const found = await parts[part]().catch((): Found => ({ level: 'RED', note: '没有连上服务器' }))
    tell(part, found)
    return found
  }
  const camera = await run('camera')
  const upload = await run('upload')
  const clock = await run('clock')
  const autosave = await run('autosave')
  return { camera, upload, clock, autosave }
}

/** Opens the camera, takes one picture that never leaves the device, and lets it go. */
async function checkCamera({ devices, picture }: Surroundings): Promise<Found> {
  const stream = await openCamera(devices())
  if (typeof stream === 'string') return { level: 'RED', note: '', problem: stream }
  try {
    await picture(stream)
    return { level: 'GREEN', note: '能拍照' }
  } catch {
    return { level: 'RED', note: '', problem: 'failed' }
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

async function checkUpload(calls: RehearsalCalls, { steady }: Surroundings): Promise<Found> {
  const from = steady()
  const padding = 'x'.repeat(pictureBytes)
  const { received } = await calls.save({ seq: 1, answers: {}, padding })
  if (received !== pictureBytes) return { level: 'RED', note: '上传的内容不完整' }
  return inTime(steady() - from, uploadMs)
}

/** The server's clock rules the exam: a wrong one here only confuses. */
async function checkClock(calls: RehearsalCalls, { steady, device }: Surroundings): Promise<Found> {
  const from = steady()
  const { serverNow } = await calls.read()
  const off = device() - (steady() - from) / 2 - Date.parse(serverNow)
  if (Math.abs(off) <= clockMs) return { level: 'GREEN', note: '与服务器一致' }
  const seconds = Math.round(Math.abs(off) / 1000)
  const note = `本机时钟${off > 0 ? '快' : '慢'} ${seconds} 秒；考试以服务器时间为准`
  return { level: 'AMBER', note }
}

/** Answers there and back, as an exam saves them; the slowest counts. */
async function checkSaves(calls: RehearsalCalls, { steady }: Surroundings): Promise<Found> {
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

function inTime(ms: number, limits: { green: number; amber: number }): Found {
  const note = `${(ms / 1000).toFixed(1)} 秒`
  if (ms <= limits.green) return { level: 'GREEN', note }
  return { level: ms <= limits.amber ? 'AMBER' : 'RED', note }
}
