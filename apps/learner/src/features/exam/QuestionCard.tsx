import { isFocusLost } from '@ce/client/components/restore-focus.ts'
import type { AttemptQuestion } from '@ce/client/exam-attempt/state.ts'
import type { ExamSession } from '@ce/client/exam-attempt/use-exam-attempt.ts'
import { questionTypeNames } from '@ce/client/exam-type-names.ts'
import { optionLetterOf } from '@ce/contract/question-options'
import { Button } from '@ce/ui/Button.tsx'
import { useEffect, useRef } from 'react'
import frame from './Exam.module.css'
import classes from './Question.module.css'
import { toggleAnswerOption } from './use-exam-keys.ts'

/** A question of the paper, which takes the focus when it opens. */
export function QuestionCard({ seat, question }: { seat: ExamSession; question: AttemptQuestion }) {
  const { state, attempt } = seat
  const questions = state.sitting?.questions ?? []
  const chosen = state.answers[question.id] ?? []
  const marked = state.marks.includes(question.id)
  const answer = (options: string[]) => attempt.dispatch({ on: 'answer', questionId: question.id, options })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  // Move the focus when the retry button disappears with the camera problem.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each turn of the camera
  useEffect(() => {
    if (isFocusLost()) heading.current?.focus()
  }, [state.camera])
  const options = useRef<HTMLFieldSetElement>(null)
  const clear = () => {
    answer([])
    // The clear button disappears, so move the focus.
    options.current?.querySelector('input')?.focus()
  }
  return (
    <article className={frame.card}>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        <span>
          第 {state.current + 1} 题 <small>/ 共 {questions.length} 题</small>
        </span>
        <small>
          {questionTypeNames[question.type]} · {question.points} 分
        </small>
      </h2>
      <fieldset ref={options} className={classes.options}>
        <legend className={classes.stem}>{question.stem}</legend>
        {question.options.map((option, index) => (
          <label key={option.id} className={classes.option}>
            <input
              type={question.type === 'MULTIPLE' ? 'checkbox' : 'radio'}
              name={question.id}
              checked={chosen.includes(option.id)}
              onChange={() => answer(toggleAnswerOption(question, chosen, option.id))}
            />
            <span className={classes.letter}>{optionLetterOf(index)}</span>
            <span>{option.text}</span>
          </label>
        ))}
      </fieldset>
      <div className={classes.actions}>
        <div className={classes.turn}>
          <Button
            kind="quiet"
            disabled={state.current === 0}
            onClick={() => attempt.dispatch({ on: 'go', to: state.current - 1 })}
          >
            上一题
          </Button>
          <Button
            disabled={state.current === questions.length - 1}
            onClick={() => attempt.dispatch({ on: 'go', to: state.current + 1 })}
          >
            下一题
          </Button>
        </div>
        <div className={classes.turn}>
          {chosen.length > 0 && (
            <Button kind="text" onClick={clear}>
              清除作答
            </Button>
          )}
          <Button
            kind="quiet"
            aria-pressed={marked}
            onClick={() => attempt.dispatch({ on: 'mark', questionId: question.id })}
          >
            {marked ? '⚑ 已标记，取消' : '⚐ 标记待复查'}
          </Button>
        </div>
      </div>
    </article>
  )
}
