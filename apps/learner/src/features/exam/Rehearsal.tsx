import { CallRefused } from '@ce/client/answers.ts'
import { deviceNow } from '@ce/client/clock.ts'
import { examRehearsalQuery, rehearseSave, rehearseUpload, saveExamRehearsal } from '@ce/client/exam.ts'
import { cameraHelp, cameraPlace, cameraTitle } from '@ce/client/exam-attempt/camera-text.ts'
import type {
  RehearsalFinding,
  RehearsalFindings,
  RehearsalPart,
  RehearsedLevel,
} from '@ce/client/exam-attempt/rehearsal.ts'
import { runRehearsal } from '@ce/client/exam-attempt/rehearsal.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { createStoredValue } from '@ce/client/stored-value.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { rehearsalLevelNames } from '@ce/contract/state-names'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useScrollToHash } from '../../components/use-scroll-to-hash.ts'
import { rehearsalHash } from '../../paths.ts'
import classes from './BeforeExam.module.css'
import frame from './Exam.module.css'

const parts: readonly { part: RehearsalPart; name: string }[] = [
  { part: 'camera', name: '摄像头' },
  { part: 'upload', name: '照片上传' },
  { part: 'clock', name: '时钟' },
  { part: 'autosave', name: '答案保存' },
]

const marks: Record<RehearsedLevel, { kind: StatusKind; text: string }> = {
  GREEN: { kind: 'done', text: rehearsalLevelNames.GREEN },
  AMBER: { kind: 'warning', text: rehearsalLevelNames.AMBER },
  RED: { kind: 'error', text: rehearsalLevelNames.RED },
}

/** When a rehearsal on this device last found that the camera works, in epoch milliseconds. */
const rehearsedHere = createStoredValue('exam:rehearsed', (text) => {
  const at: unknown = JSON.parse(text)
  return typeof at === 'number' ? at : null
})
const rehearsedMs = 3_600_000

/** True if a rehearsal in the last hour makes another camera check unnecessary. */
export function useRecentRehearsal(): boolean {
  const at = rehearsedHere.useValue()
  return at !== null && Math.abs(deviceNow() - at) < rehearsedMs
}

/** The rehearsal of camera and network; its pictures never leave the device. */
export function RehearsalPanel() {
  const client = useQueryClient()
  const last = useQuery(examRehearsalQuery()).data?.last ?? null
  const [found, setFound] = useState<Partial<RehearsalFindings>>({})
  const [busy, setBusy] = useState(false)
  const [unkept, setUnkept] = useState<string | null>(null)
  const begin = async () => {
    setBusy(true)
    setFound({})
    const calls = {
      read: () => client.fetchQuery({ ...examRehearsalQuery(), staleTime: 0, retry: false }),
      save: rehearseSave,
      upload: rehearseUpload,
    }
    const all = await runRehearsal(calls, (part, one) => setFound((before) => ({ ...before, [part]: one })))
    if (all.camera.level === 'GREEN') rehearsedHere.set(deviceNow())
    setUnkept(await saveExamRehearsal({ id: randomUuid(), ...toKept(all) }).then(() => null, whyUnkept))
    await client.invalidateQueries({ queryKey: examRehearsalQuery().queryKey })
    setBusy(false)
  }
  const heading = useScrollToHash(rehearsalHash)
  const button = last ? '再做一次' : '开始自检'
  const begun = busy || Object.keys(found).length > 0
  return (
    <section className={frame.card} aria-labelledby="exam-rehearsal">
      <h2 id="exam-rehearsal" ref={heading} className={classes.named} tabIndex={-1}>
        考前自检
      </h2>
      <p className={classes.quiet}>
        不到一分钟，请用考试时的设备和网络做一次。自检会打开摄像头，拍到的照片只在本机检查；试传的是一张随机画出的图，收到即删除。
        <DatedText>{last && ` 上次自检：${formatDateTime(last.at)}，${worstOf(last)}。`}</DatedText>
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
  found: Partial<RehearsalFindings>
  busy: boolean
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

function Mark({ found }: { found: RehearsalFinding | undefined }) {
  if (!found) return <StatusMark kind="todo">等待检查</StatusMark>
  const { kind, text } = marks[found.level]
  return <StatusMark kind={kind}>{text}</StatusMark>
}

function wordsOf({ note, problem }: RehearsalFinding, button: string): string {
  if (!problem) return note
  const place = cameraPlace(navigator)
  return `${cameraTitle(problem, place)}。${cameraHelp(problem, place, button)}考试时也可以改选“人工核验”。`
}

function worstOf(all: Record<RehearsalPart, RehearsedLevel>): string {
  const levels = parts.map(({ part }) => all[part])
  if (levels.includes('RED')) return `有一项${rehearsalLevelNames.RED}`
  return levels.includes('AMBER') ? `有一项${rehearsalLevelNames.AMBER}` : `全部${rehearsalLevelNames.GREEN}`
}

/** Converts rehearsal findings for storing; the camera problem is a text for staff. */
function toKept({ camera, upload, clock, autosave }: RehearsalFindings) {
  const place = cameraPlace(navigator)
  const noteOf = ({ note, problem }: RehearsalFinding) => (problem ? cameraTitle(problem, place) : note)
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
