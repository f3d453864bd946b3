import { isFocusLost } from '@ce/client/components/refocus.ts'
import { mayBegin } from '@ce/client/exam-attempt/entering.ts'
import type { ExamSeat } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import type { AwaitedLeft } from '@ce/client/exam-attempt/use-left-answers.ts'
import { useEffect, useRef, useState } from 'react'
import { useKit } from '../../components/kit.tsx'
import classes from './BeforeExam.module.css'
import { CameraCheck } from './CameraCheck.tsx'
import frame from './Exam.module.css'
import { useExamKit } from './exam-kit.tsx'
import { examTime } from './exam-time.ts'
import { awaitedWords } from './offline-words.ts'

interface StartExamProps {
  seat: ExamSeat
  /** what is still to be handed in from here of the attempt before */
  awaited: AwaitedLeft | undefined
}

/** The text to agree to, how to be checked, and 开始考试. */
export function StartExam({ seat, awaited }: StartExamProps) {
  const { Alert, Button } = useKit()
  const { Check, Radios } = useExamKit()
  const { state, attempt } = seat
  const { info, mode, problem } = state
  const [agreed, setAgreed] = useState(false)
  const busy = state.phase === 'consenting' || state.phase === 'starting'
  const missing = missingOf(seat, agreed, awaited)
  const extra = info.extraPercent > 0 ? `（已含为您延长的 ${info.extraPercent}%）` : ''
  const modes = useRef<HTMLFieldSetElement>(null)
  const before = useRef(mode)
  // “改用人工核验” goes with the camera it stands beside
  useEffect(() => {
    if (before.current === mode) return
    before.current = mode
    if (isFocusLost()) modes.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [mode])
  return (
    <section className={frame.card} aria-labelledby="exam-start">
      <h2 id="exam-start">考试须知</h2>
      <ol className={classes.consent}>
        {info.consent.text.map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ol>
      <fieldset ref={modes} className={classes.modes} disabled={busy}>
        <legend>核验方式</legend>
        <Radios
          label="核验方式"
          value={mode}
          onChange={(to) => attempt.dispatch({ on: 'choose', mode: to })}
          options={[
            { value: 'CAMERA', label: '摄像头核验（推荐）' },
            { value: 'MANUAL', label: '人工核验' },
          ]}
        />
        {mode === 'CAMERA' ? (
          <CameraCheck seat={seat} />
        ) : (
          <p className={classes.quiet}>
            不使用摄像头、不拍照，照常考试和出分。本次考试会标记为“待核查”，工作人员可能电话核实是否您本人参考，请保持手机畅通。
          </p>
        )}
      </fieldset>
      <Check checked={agreed} disabled={busy} onChange={setAgreed}>
        我已阅读并同意以上考试须知，承诺本人独立完成考试
      </Check>
      {problem && <Alert kind="error" title={problem} />}
      <div className={classes.begin}>
        <Button
          kind="primary"
          size="large"
          disabled={missing !== null}
          busy={busy}
          aria-describedby="exam-begin-note"
          onClick={() => attempt.dispatch({ on: 'begin' })}
        >
          开始考试
        </Button>
        <p id="exam-begin-note" className={classes.quiet}>
          {missing ??
            `点击后立即计时 ${examTime(info.durationSeconds)}${extra}，并用去 1 次机会（现有 ${info.attemptsLeft} 次）。`}
        </p>
      </div>
    </section>
  )
}

/** What is still to be done before 开始考试 can be pressed. */
function missingOf(
  { state }: ExamSeat,
  agreed: boolean,
  awaited: AwaitedLeft | undefined,
): string | null {
  const busy = state.phase === 'consenting' || state.phase === 'starting'
  if (busy) return null
  // an attempt that is begun shuts them out (docs/exam-offline.md)
  if (awaited) return awaitedWords(Object.keys(awaited.unsaved).length, awaited.satElsewhere)
  if (!mayBegin(state)) return '请先通过摄像头检查，或改选“人工核验”。'
  return agreed ? null : '请先阅读并勾选同意考试须知。'
}
