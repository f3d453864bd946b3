import { CallRefused } from '@ce/client/answers.ts'
import { deviceNow } from '@ce/client/clock.ts'
import { keepRehearsal, rehearsalQuery, rehearseSave, rehearseUpload } from '@ce/client/exam.ts'
import { cameraHelp, cameraPlace, cameraTitle } from '@ce/client/exam-attempt/camera-words.ts'
import {
  type Findings,
  type Found,
  type Level,
  type Part,
  runRehearsal,
} from '@ce/client/exam-attempt/rehearsal.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { storedValue } from '@ce/client/stored.ts'
import { uuid } from '@ce/client/uuid.ts'
import { levelNames } from '@ce/contract/state-names'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNamedPart } from '../../components/use-named-part.ts'
import { rehearsalPart } from '../../paths.ts'
import classes from './BeforeExam.module.css'
import frame from './Exam.module.css'

const parts: readonly { part: Part; name: string }[] = [
  { part: 'camera', name: '摄像头' },
  { part: 'upload', name: '照片上传' },
  { part: 'clock', name: '时钟' },
  { part: 'autosave', name: '答案保存' },
]

const marks: Record<Level, { kind: StatusKind; text: string }> = {
  GREEN: { kind: 'done', text: levelNames.GREEN },
  AMBER: { kind: 'warning', text: levelNames.AMBER },
  RED: { kind: 'error', text: levelNames.RED },
}

/** when a rehearsal found this device's camera to work, epoch ms */
const rehearsedHere = storedValue('exam:rehearsed', (text) => {
  const at: unknown = JSON.parse(text)
  return typeof at === 'number' ? at : null
})
const rehearsedMs = 3_600_000

/** Whether a rehearsal of the last hour has found this device's camera to work: nobody has to check it again by hand. */
export function useRehearsedHere(): boolean {
  const at = rehearsedHere.useValue()
  return at !== null && Math.abs(deviceNow() - at) < rehearsedMs
}

/** 考前自检: days ahead, on the device and in the place of the exam; no picture leaves the device. */
export function Rehearsal() {
  const client = useQueryClient()
  const last = useQuery(rehearsalQuery()).data?.last ?? null
  const [found, setFound] = useState<Partial<Findings>>({})
  const [busy, setBusy] = useState(false)
  const [unkept, setUnkept] = useState<string | null>(null)
  const begin = async () => {
    setBusy(true)
    setFound({})
    const calls = {
      read: () => client.fetchQuery({ ...rehearsalQuery(), staleTime: 0, retry: false }),
      save: rehearseSave,
      upload: rehearseUpload,
    }
    const all = await runRehearsal(calls, (part, one) =>
      setFound((before) => ({ ...before, [part]: one })),
    )
    if (all.camera.level === 'GREEN') rehearsedHere.set(deviceNow())
    setUnkept(await keepRehearsal({ id: uuid(), ...toKept(all) }).then(() => null, whyUnkept))
    await client.invalidateQueries({ queryKey: rehearsalQuery().queryKey })
    setBusy(false)
  }
  const heading = useNamedPart(rehearsalPart)
  const button = last ? '再做一次' : '开始自检'
  const begun = busy || Object.keys(found).length > 0
  return (
    <section className={frame.card} aria-labelledby="exam-rehearsal">
      <h2 id="exam-rehearsal" ref={heading} className={classes.named} tabIndex={-1}>
        考前自检
      </h2>
      <p className={classes.quiet}>
        不到一分钟，请用考试时的设备和网络做一次。自检会打开摄像头，拍到的照片只在本机检查；试传的是一张随机画出的图，收到即删除。
        <Dated>{last && ` 上次自检：${formatDateTime(last.at)}，${worstOf(last)}。`}</Dated>
      </p>
      {begun && <Results found={found} busy={busy} button={button} />}
      {unkept && <Alert kind="warning" title={unkept} />}
      <div className={classes.actions}>
        <Button kind="quiet" busy={busy} onClick={begin}>
          {button}
        </Button>
      </div>
    </section>
  )
}

interface ResultsProps {
  found: Partial<Findings>
  busy: boolean
  /** what the button below says */
  button: string
}

function Results({ found, busy, button }: ResultsProps) {
  return (
    <ul className={classes.attempts} aria-live="polite" aria-busy={busy}>
      {parts.map(({ part, name }) => (
        <li key={part} className={classes.attempt}>
          <p className={classes.attemptHead}>
            <span>{name}</span>
            <Mark found={found[part]} />
          </p>
          {found[part] && <p className={classes.quiet}>{wordsOf(found[part], button)}</p>}
        </li>
      ))}
    </ul>
  )
}

function Mark({ found }: { found: Found | undefined }) {
  if (!found) return <StatusMark kind="todo">等待检查</StatusMark>
  const { kind, text } = marks[found.level]
  return <StatusMark kind={kind}>{text}</StatusMark>
}

function wordsOf({ note, problem }: Found, button: string): string {
  if (!problem) return note
  const place = cameraPlace(navigator)
  return `${cameraTitle(problem, place)}。${cameraHelp(problem, place, button)}考试时也可以改选“人工核验”。`
}

function worstOf(all: Record<Part, Level>): string {
  const levels = parts.map(({ part }) => all[part])
  if (levels.includes('RED')) return `有一项${levelNames.RED}`
  return levels.includes('AMBER') ? `有一项${levelNames.AMBER}` : `全部${levelNames.GREEN}`
}

/** As it is kept, with the camera's problem in words that staff understand. */
function toKept({ camera, upload, clock, autosave }: Findings) {
  const place = cameraPlace(navigator)
  const noteOf = ({ note, problem }: Found) => (problem ? cameraTitle(problem, place) : note)
  return {
    ...{ camera: camera.level, upload: upload.level, clock: clock.level, autosave: autosave.level },
    notes: {
      camera: noteOf(camera),
      upload: noteOf(upload),
      clock: noteOf(clock),
      autosave: noteOf(autosave),
    },
  }
}

function whyUnkept(error: unknown): string {
  return error instanceof CallRefused ? error.message : '结果没有存到服务器，请检查网络后再做一次。'
}
