import { isFocusLost } from '@ce/client/components/restore-focus.ts'
import { isReadyToBegin } from '@ce/client/exam-attempt/enter.ts'
import type { ExamSession } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import type { WaitingUnsentAnswers } from '@ce/client/exam-attempt/use-left-answers.ts'
import { Alert } from '@ce/ui/Alert.tsx'
import { Button } from '@ce/ui/Button.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './BeforeExam.module.css'
import { CameraCheck } from './CameraCheck.tsx'
import frame from './Exam.module.css'
import { formatExamDuration, unsentAnswersText } from './text.ts'

interface StartExamProps {
  seat: ExamSession
  awaited: WaitingUnsentAnswers | undefined
  rules: ReactNode
}

const modes = [
  { mode: 'CAMERA', label: '摄像头核验（推荐）' },
  { mode: 'MANUAL', label: '人工核验' },
] as const

export function StartExam({ seat, awaited, rules }: StartExamProps) {
  const { state, attempt } = seat
  const { info, mode, problem } = state
  const [agreed, setAgreed] = useState(false)
  const busy = state.phase === 'consenting' || state.phase === 'starting'
  const missing = missingOf(seat, agreed, awaited)
  const extra = info.extraPercent > 0 ? `（已含为您延长的 ${info.extraPercent}%）` : ''
  const choice = useRef<HTMLFieldSetElement>(null)
  const before = useRef(mode)
  // The button “改用人工核验” disappears when pressed, so move the focus.
  useEffect(() => {
    if (before.current === mode) return
    before.current = mode
    if (isFocusLost()) choice.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [mode])
  return (
    <div className={classes.start}>
      <div className={classes.read}>
        {rules}
        <section className={frame.card} aria-labelledby="exam-start">
          <h2 id="exam-start">考试须知</h2>
          <ol className={classes.consent}>
            {info.consent.text.map((paragraph) => (
              <li key={paragraph}>{paragraph}</li>
            ))}
          </ol>
        </section>
      </div>
      <section className={`${frame.card} ${classes.enter}`} aria-label="核验与承诺">
        <fieldset ref={choice} className={classes.modes} disabled={busy}>
          <legend>核验方式</legend>
          <div role="radiogroup" aria-label="核验方式" className={classes.modeChoice}>
            {modes.map((one) => (
              <label key={one.mode}>
                <input
                  type="radio"
                  name="exam-mode"
                  checked={one.mode === mode}
                  onChange={() => attempt.dispatch({ on: 'choose', mode: one.mode })}
                />
                <span>{one.label}</span>
              </label>
            ))}
          </div>
          {mode === 'CAMERA' ? (
            <CameraCheck seat={seat} />
          ) : (
            <p className={classes.quiet}>
              不使用摄像头、不拍照，照常考试和出分。本次考试会标记为“待核查”，工作人员可能电话核实是否您本人参考，请保持手机畅通。
            </p>
          )}
        </fieldset>
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={agreed}
            disabled={busy}
            onChange={({ target }) => setAgreed(target.checked)}
          />
          <span>我已阅读并同意考试须知，承诺本人独立完成考试</span>
        </label>
      </section>
      <div className={classes.begin}>
        {problem && <Alert kind="error" title={problem} />}
        <Button
          disabled={missing !== null}
          busy={busy}
          aria-describedby="exam-begin-note"
          onClick={() => attempt.dispatch({ on: 'begin' })}
        >
          开始考试
        </Button>
        <p id="exam-begin-note" className={classes.quiet}>
          {missing ??
            `点击后立即计时 ${formatExamDuration(info.durationSeconds)}${extra}，并用去 1 次机会（现有 ${info.attemptsLeft} 次）。`}
        </p>
      </div>
    </div>
  )
}

function missingOf({ state }: ExamSession, agreed: boolean, awaited: WaitingUnsentAnswers | undefined): string | null {
  const busy = state.phase === 'consenting' || state.phase === 'starting'
  if (busy) return null
  /**
   * Do not start while answers are unsent, because a new attempt would make the server refuse them
   * (docs/exam-offline.md).
   */
  if (awaited) return unsentAnswersText(Object.keys(awaited.unsaved).length, awaited.satElsewhere)
  if (!isReadyToBegin(state)) return '请先通过摄像头检查，或改选“人工核验”。'
  return agreed ? null : '请先阅读并勾选同意考试须知。'
}
