import { verdictOf } from '../answers.ts'
import type { Input, Output } from '../call.ts'
import { deviceNow } from '../clock.ts'
import {
  type CameraProblem,
  type Devices,
  drawSample,
  showsPicture,
  takePicture,
} from './camera.ts'
import { mayAnotherHelp, openAnother, openChosen } from './camera-choice.ts'

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
  /** the way of an exam's captures */
  upload: (picture: Blob) => Promise<unknown>
}

interface Surroundings {
  devices: () => Devices | undefined
  picture: (stream: MediaStream) => Promise<Blob>
  shows: typeof showsPicture
  /** what is sent in a camera's place */
  sample: () => Promise<Blob>
  /** a clock that nobody sets, ms; and what the device's own clock shows, epoch ms */
  steady: () => number
  device: () => number
}

const browser: Surroundings = {
  devices: () => globalThis.navigator?.mediaDevices,
  picture: takePicture,
  shows: showsPicture,
  sample: drawSample,
  steady: () => performance.now(),
  device: deviceNow,
}

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
    const found = await parts[part]().catch(
      (error: unknown): Found => ({ level: 'RED', note: verdictOf(error) ?? lost[part] }),
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

/** no answer, or one that is not the server's: a proxy's on the way, say */
const lost: Record<Part, string> = {
  camera: '没有连上服务器',
  upload: '图片没有传到服务器，网络可能拦截了上传',
  clock: '没有连上服务器',
  autosave: '没有连上服务器',
}

/** Opens the camera, takes one picture that never leaves the device, and lets it go. Where it fails, another one is tried. */
async function checkCamera(around: Surroundings): Promise<Found> {
  const { devices, shows } = around
  const stream = await openChosen(devices(), undefined, shows)
  if (typeof stream !== 'string') return tryPicture(stream, around)
  const problem: Found = { level: 'RED', note: '', problem: stream }
  if (!mayAnotherHelp(stream)) return problem
  const another = await openAnother(devices(), shows)
  if (!another) return problem
  const found = await tryPicture(another.stream, around)
  if (found.level !== 'GREEN') return problem
  return { level: 'AMBER', note: `原来的摄像头打不开，考试时将改用“${another.label}”` }
}

async function tryPicture(stream: MediaStream, { picture }: Surroundings): Promise<Found> {
  try {
    await picture(stream)
    return { level: 'GREEN', note: '能拍照' }
  } catch {
    return { level: 'RED', note: '', problem: 'failed' }
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

/** What blocks files and lets calls through would go unseen by a call: the sample goes where captures go. */
async function checkUpload(
  calls: RehearsalCalls,
  { sample, steady }: Surroundings,
): Promise<Found> {
  const picture = await sample()
  const from = steady()
  await calls.upload(picture)
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
  const note = ms < 100 ? '不到 0.1 秒' : `${(ms / 1000).toFixed(1)} 秒`
  if (ms <= limits.green) return { level: 'GREEN', note }
  return { level: ms <= limits.amber ? 'AMBER' : 'RED', note }
}
